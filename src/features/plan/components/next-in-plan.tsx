import { Link } from 'wouter';
import type { Plan } from '#shared/contract/plan.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { findNextSessionToday } from '../model.ts';

/** With the ladder and its words, once the page is idle. */
const NextRehearsalLine = createLazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([import('./rehearsal-line.tsx'), loadCatalogueGroup('steps')]);
  return module.NextRehearsalLine;
});

/** What comes next in the plan: the first session of today that is still to do, and a rehearsal of the ladder. */
export function NextInPlan({ plan }: { plan: Plan }) {
  return (
    <>
      <NextSession plan={plan} />
      <NextRehearsalLine />
    </>
  );
}

/** Only where there is room for it beside the days, of which it is the first. */
function NextSession({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['plan', 'common']);
  const content = findNextSessionToday(plan);
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
