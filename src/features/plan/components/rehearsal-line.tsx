import { Link } from 'wouter';
import { REHEARSAL_DOSES } from '#shared/rules/rehearsal-dose.ts';
import { proposeRehearsal } from '#shared/rules/rehearsal-proposal.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { isWithinLastDayBeforeFlight } from '#web/features/flights/model.ts';
import { useFlights } from '#web/features/flights/queries.ts';
import { toAttemptSummaries } from '#web/features/ladder/model.ts';
import { useLadder } from '#web/features/ladder/queries.ts';
import { now } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The rehearsal that comes next for a person on the ladder; nothing for others, or near a flight. */
export function NextRehearsalLine() {
  const { t } = useTranslation(['plan', 'ladder', 'common']);
  const { data: ladder } = useLadder();
  const { data: flights } = useFlights();
  const { data: assessment } = useAssessment();
  if (!ladder || !flights || !assessment) return null;
  const steps = ladder.steps.map((step) => ({
    material: step.material,
    attempts: toAttemptSummaries(step),
  }));
  const dose = proposeRehearsal(steps, {
    answers: assessment.completed?.answers ?? null,
    isLastDay: isWithinLastDayBeforeFlight(flights.items, now()),
  });
  if (!dose) return null;
  return (
    <section aria-labelledby="plan-rehearsal" className="mb-8">
      <h2 id="plan-rehearsal" className="text-xl">
        {t('plan:rehearsal.title')}
      </h2>
      <p className="mt-2">
        <Link
          href={paths.rehearsal(dose)}
          className="inline-flex min-h-11 items-center font-medium underline decoration-edge underline-offset-4 hover:decoration-current"
        >
          {t(`ladder:rehearsal.${dose}`)}
        </Link>
      </p>
      <p className="text-sm text-ink-2">
        {t('common:minutes', { count: REHEARSAL_DOSES[dose].minutes })} · {t('plan:rehearsal.why')}
      </p>
    </section>
  );
}
