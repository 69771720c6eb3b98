import { useId, useState } from 'react';
import type { Plan } from '#shared/contract/plan.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import {
  isEverySessionCompleted,
  indexSessionsById,
  countDaysShownAtFirst,
  groupByStage,
  isFinalStage,
} from '../model.ts';
import { PlanDay } from './day.tsx';

/** The days of the plan from today on, grouped by stage; later days are shown on request. */
export function PlanDays({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['plan', 'common']);
  const [all, setAll] = useState(false);
  const region = useId();
  const contents = indexSessionsById(plan);
  const { days } = plan;
  const week = plan.isAssessed ? 'week' : 'weekUnassessed';
  const shownFirst = countDaysShownAtFirst(days.length);
  const shown = all ? days : days.slice(0, shownFirst);
  return (
    <>
      <div id={region}>
        {groupByStage(shown).map(({ stage, days: part }) => (
          <section key={stage} className="mb-8 last:mb-0">
            <h2 className="text-xl">{t(`plan:stage.${plan.flight ? stage : 'week'}`)}</h2>
            <p className="mt-1 max-w-prose text-sm text-ink-2">
              {isFinalStage(stage) && !isEverySessionCompleted(part)
                ? t(`plan:stageTextNew.${stage}`)
                : t(`plan:stageText.${plan.flight ? stage : week}`)}
            </p>
            <ol className="mt-4">
              {part.map((day) => (
                <PlanDay
                  key={day.date}
                  day={day}
                  daysFromToday={days.indexOf(day)}
                  contents={contents}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {days.length > shownFirst && (
        <Button
          variant="quiet"
          className="mt-4"
          aria-expanded={all}
          aria-controls={region}
          onClick={() => setAll(!all)}
        >
          {all ? t('common:verbs.showLess') : t('plan:all', { count: days.length })}
        </Button>
      )}
    </>
  );
}
