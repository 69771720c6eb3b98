import { useDownloads } from '#web/features/downloads/queries.ts';
import { useIsOnline } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { SessionCard } from './session-card.tsx';

/** The library's section of downloaded sessions; collapsed while the device is online. */
export function DownloadedSessions() {
  const { t } = useTranslation('downloads');
  const { data: sessions = [] } = useDownloads();
  const online = useIsOnline();
  if (sessions.length === 0) return null;
  return (
    // The key changes with the network state, so that going offline opens it and the person may still close it.
    <details key={String(online)} open={!online} className="group mb-8 border-y border-line">
      <summary className="flex min-h-13 list-none items-center justify-between gap-4 font-medium">
        <span className="flex items-center gap-2.5">
          <Icon name="download" className="size-5 shrink-0 text-ink-2" />
          {t('section.title', { count: sessions.length })}
        </span>
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      {!online && <p className="pb-4 text-ink-2">{t('section.offline')}</p>}
      <ul className="grid gap-x-5 gap-y-6 pt-2 pb-8 sm:grid-cols-4 sm:gap-y-9 sm:gap-x-8 wide:grid-cols-6">
        {sessions.map(({ id, content }) => (
          <SessionCard key={id} session={content} badges={content.completed ? ['completed'] : []} />
        ))}
      </ul>
    </details>
  );
}
