import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { OtherSessionsToday, RecommendedSession } from './recommendation.tsx';

/** The dashboard's sessions for today: the recommended one, then the others. */
export function TodaysSessions({
  recommendations: [first, ...others],
  done,
  tonight,
  below,
}: {
  recommendations: Dashboard['recommendations'];
  done: Dashboard['doneToday'];
  /** A quiet session to end the day with, in the evening. */
  tonight: Dashboard['tonight'] | undefined;
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
        <RecommendedSession {...first} />
        {below && <div className="mt-4">{below}</div>}
      </section>
      {tonight && (
        <ForTonight id={tonight.id} title={tonight.title} durationMs={tonight.durationMs} />
      )}
      {others.length > 0 && (
        <section className="mt-9">
          <h2 className="mb-4 font-sans text-sm font-semibold tracking-normal text-ink-2">
            {t('recommendation.also')}
          </h2>
          <OtherSessionsToday recommendations={others} />
        </section>
      )}
      {done.length > 0 && <DoneToday sessions={done} />}
    </>
  );
}

const ForTonight = cacheMarkup(function ForTonight({
  id,
  title,
  durationMs,
}: Pick<NonNullable<Dashboard['tonight']>, 'id' | 'title' | 'durationMs'>) {
  const { t } = useTranslation(['home', 'common']);
  return (
    <section className="mt-8">
      <h2 className="mb-1 font-sans text-sm font-semibold tracking-normal text-ink-2">
        {t('home:tonight')}
      </h2>
      <Link
        href={paths.content(id)}
        className="group flex min-h-14 items-center gap-4 border-y border-line py-2.5"
      >
        <Icon name="moon" className="size-6 shrink-0 text-flow" />
        <span className="min-w-0 grow">
          <span className="block font-medium group-hover:underline">{title}</span>
          <span className="block text-sm text-ink-2">
            {t('common:kindAndLength', {
              kind: t('common:kindInWords.flow'),
              count: roundToMinutes(durationMs),
            })}
          </span>
        </span>
        <Icon name="chevron-right" className="size-5 shrink-0 text-ink-2" />
      </Link>
    </section>
  );
});

const DoneToday = cacheMarkup(function DoneToday({
  sessions,
}: {
  sessions: Dashboard['doneToday'];
}) {
  const { t } = useTranslation('home');
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
});
