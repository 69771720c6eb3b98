import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';

/** What of today's plan is behind the person. */
export function DoneToday({ sessions }: { sessions: Dashboard['doneToday'] }) {
  const { t } = useTranslation('home');
  if (sessions.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-1 font-sans text-sm font-semibold tracking-normal text-ink-2">
        {t('plan.done')}
      </h2>
      <ul>
        {sessions.map(({ id, title }) => (
          <li key={id}>
            <Link href={paths.content(id)} className="group flex min-h-11 items-center gap-3">
              <Icon name="check" className="size-5 shrink-0 text-flow" />
              <span className="min-w-0 group-hover:underline">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
