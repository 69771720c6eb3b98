import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Plan } from '#shared/contract/plan.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { findNextSession } from '../model.ts';

/** What comes next in the plan, beside its days: the first session of today that is still to do. */
export function NextPlannedSession({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['plan', 'common']);
  const content = findNextSession(plan);
  if (!content) return null;
  return (
    <section aria-labelledby="plan-next" className="mb-8 max-wide:hidden">
      <h2 id="plan-next" className="mb-4 text-xl">
        {t('plan:next')}
      </h2>
      <div className="flex items-center gap-6">
        <div className="w-32 shrink-0 roomy:w-40">
          <SessionArt id={content.id} kind={content.kind} subject={content.situations[0]} />
        </div>
        <div className="min-w-0">
          <p
            className={`text-sm font-medium ${content.kind === 'load' ? 'text-load' : 'text-flow'}`}
          >
            {t('common:kindAndLength', {
              kind: t(`common:kind.${content.kind}`),
              count: roundToMinutes(content.durationMs),
            })}
          </p>
          <p className="mt-0.5 font-serif text-xl">{content.title}</p>
          <Link href={paths.content(content.id)} asChild>
            <ButtonLink
              className="mt-3"
              aria-label={`${t('common:verbs.begin')}: ${content.title}`}
            >
              {t('common:verbs.begin')}
            </ButtonLink>
          </Link>
        </div>
      </div>
    </section>
  );
}
