import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { AlsoForToday, Recommendation } from './recommendation.tsx';

/** The recommended session, then today's others. */
export function TodaysSessions({
  recommendations: [first, ...others],
  done,
  below,
}: {
  recommendations: Dashboard['recommendations'];
  done: Dashboard['doneToday'];
  /** Shown under the first session. */
  below?: ReactNode;
}) {
  const { t } = useTranslation('home');
  if (!first)
    return (
      <section>
        <h2 className="text-2xl">{t('recommendation.empty')}</h2>
        <p className="mt-2 max-w-prose text-ink-2">{t('recommendation.emptyText')}</p>
        <Link href={paths.library()} asChild>
          <ButtonLink className="mt-5">{t('actions.library')}</ButtonLink>
        </Link>
      </section>
    );
  return (
    <>
      <section>
        <h2 className="sr-only">{t('recommendation.heading')}</h2>
        <Recommendation {...first} />
        {below && <div className="mt-4">{below}</div>}
      </section>
      {others.length > 0 && (
        <section className="mt-9">
          <h2 className="mb-4 font-sans text-sm font-semibold tracking-normal text-ink-2">
            {t('recommendation.also')}
          </h2>
          <AlsoForToday recommendations={others} />
        </section>
      )}
      <DoneToday sessions={done} />
    </>
  );
}

/** The sessions of today's plan that are done. */
function DoneToday({ sessions }: { sessions: Dashboard['doneToday'] }) {
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
