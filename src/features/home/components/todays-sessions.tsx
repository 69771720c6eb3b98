import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DoneToday } from './done-today.tsx';
import { AlsoForToday, Recommendation } from './recommendation.tsx';

/** The recommendation of the moment, then the others of the day. */
export function TodaysSessions({
  recommendations: [first, ...others],
  done,
  below,
}: {
  recommendations: Dashboard['recommendations'];
  done: Dashboard['doneToday'];
  /** What is said of today under its first session. */
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
