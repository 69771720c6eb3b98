import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import { Button } from '#web/ui/button.tsx';
import { contentsOf, DAYS_SHOWN, stagesOf } from '../model.ts';
import { Day } from './day.tsx';

type Stage = PlannedDay['stage'];
const isNear = (stage: Stage): stage is 'last_day' | 'flight_day' =>
  stage === 'last_day' || stage === 'flight_day';

/** Whether a day holds something familiar, so that it is called so. */
const holdsKnown = ({ sessions }: PlannedDay) => sessions.some(({ known }) => known);

/** The days in the parts they are made of, the nearest first; the far ones when they are asked for. */
export function Days({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['plan', 'common']);
  const [all, setAll] = useState(false);
  const region = useId();
  const contents = contentsOf(plan);
  const { days } = plan;
  const week = plan.isAssessed ? 'week' : 'weekUnassessed';
  const shown = all ? days : days.slice(0, DAYS_SHOWN);
  return (
    <>
      <div id={region}>
        {stagesOf(shown).map(({ stage, days: part }) => (
          <section key={stage} className="mb-8 last:mb-0">
            <h2 className="text-xl">{t(`plan:stage.${plan.flight ? stage : 'week'}`)}</h2>
            <p className="mt-1 max-w-prose text-sm text-ink-2">
              {isNear(stage) && !part.some(holdsKnown)
                ? t(`plan:stageTextNew.${stage}`)
                : t(`plan:stageText.${plan.flight ? stage : week}`)}
            </p>
            <ol className="mt-4">
              {part.map((day) => (
                <Day key={day.date} day={day} distance={days.indexOf(day)} contents={contents} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {days.length > DAYS_SHOWN && (
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
