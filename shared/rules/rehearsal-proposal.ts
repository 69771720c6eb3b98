import type { FearAnswers } from './fear-report.ts';
import {
  type AttemptSummary,
  hasEnoughPractice,
  isRehearsalWithheld,
  type ExposureMaterial,
} from './ladder.ts';
import { REHEARSAL_DOSE_NAMES, type RehearsalDoseName } from './rehearsal-dose.ts';

interface ClimbedStep {
  material: ExposureMaterial;
  attempts: readonly AttemptSummary[];
}

const getDoseName = ({ material }: ClimbedStep): RehearsalDoseName | null =>
  REHEARSAL_DOSE_NAMES.find((name) => material === `rehearsal.${name}`) ?? null;

/**
 * Proposes the dose that a person on the ladder may rehearse next: the mildest one on their ladder that is not
 * practised enough, else the next stronger one than those that are; null when all are practised. On the ladder is a
 * person who has finished an attempt at a ladder of more than rehearsals. None for a person whose fear is of what they
 * went through, unless they have rehearsed before (as for sessions that retell it: guards.ts), and none in the last day
 * before a flight.
 */
export function proposeRehearsal(
  steps: readonly ClimbedStep[],
  { answers, isLastDay }: { answers: Partial<FearAnswers> | null; isLastDay: boolean },
): RehearsalDoseName | null {
  const isRehearsal = ({ material }: ClimbedStep) => material.startsWith('rehearsal.');
  const isFinished = ({ attempts }: ClimbedStep) => attempts.some(({ finished }) => finished);
  if (isLastDay || steps.every(isRehearsal) || !steps.some(isFinished)) return null;
  const hasRehearsed = steps.some((step) => isRehearsal(step) && isFinished(step));
  if (isRehearsalWithheld(answers) && !hasRehearsed) return null;
  const known = steps.filter((step) => getDoseName(step) !== null);
  const isDone = (name: RehearsalDoseName) =>
    known.some((step) => getDoseName(step) === name && hasEnoughPractice(step.attempts));
  const open = known.map(getDoseName).filter((name) => name !== null && !isDone(name));
  const highest = REHEARSAL_DOSE_NAMES.findLastIndex(isDone);
  return (
    REHEARSAL_DOSE_NAMES.find((name) => open.includes(name)) ??
    REHEARSAL_DOSE_NAMES[highest + 1] ??
    null
  );
}
