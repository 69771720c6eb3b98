import { useTranslation } from 'react-i18next';
import { SessionWindow } from '#web/features/library/components/session-window.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useKept } from '../queries.ts';
import { useOnline } from './online.ts';

/** In the library: the sessions that are here without a network; folded away while there is one. */
export function KeptSessions() {
  const { t } = useTranslation('downloads');
  const { data: kept = [] } = useKept();
  const online = useOnline();
  if (kept.length === 0) return null;
  return (
    // Another key, another element: the network going opens it, and the person may close it again.
    <details key={String(online)} open={!online} className="group mb-8 border-y border-line">
      <summary className="flex min-h-13 list-none items-center justify-between gap-4 font-medium">
        <span className="flex items-center gap-2.5">
          <Icon name="download" className="size-5 shrink-0 text-ink-2" />
          {t('section.title', { count: kept.length })}
        </span>
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      {!online && <p className="pb-4 text-ink-2">{t('section.offline')}</p>}
      <ul className="grid grid-cols-2 gap-x-5 gap-y-9 pt-2 pb-8 sm:grid-cols-4 sm:gap-x-8 wide:grid-cols-6">
        {kept.map(({ id, content }) => (
          <SessionWindow
            key={id}
            session={content}
            badges={content.completed ? ['completed'] : []}
          />
        ))}
      </ul>
    </details>
  );
}
