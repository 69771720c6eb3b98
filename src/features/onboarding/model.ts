import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import { isPast } from '#shared/rules/flight-date.ts';
import { isWithdrawn } from '#web/features/assessment/model.ts';

/** The steps of onboarding in order. `again` precedes a retaken assessment. */
export type Step =
  | 'again'
  | 'name'
  | 'consent'
  | 'declined'
  | 'questions'
  | 'report'
  | 'focus'
  | 'flight'
  | 'done';

/** The steps that count in "Step 2 of 5"; the questions have their own count. */
export const COUNTED_STEPS: readonly Step[] = ['name', 'consent', 'questions', 'focus', 'flight'];

interface OnboardingState {
  profile: Pick<User, 'onboardingComplete'>;
  assessment: AssessmentState;
  /** Whether answers of an assessment under way exist, here or on the server. */
  hasDraft: boolean;
}

/** Returns the step at which to continue after a reload or on another device. */
export function findStepToResume({ profile, assessment, hasDraft }: OnboardingState): Step {
  const { completed, consentGiven } = assessment;
  if (consentGiven && hasDraft) return 'questions';
  if (completed && completed.primaryFocus === null) return 'report';
  // Consent was withdrawn and the first assessment deleted with it: there is nothing to retake.
  if (profile.onboardingComplete && !completed) return consentGiven ? 'questions' : 'consent';
  if (profile.onboardingComplete) return 'again';
  if (completed) return 'flight';
  return consentGiven ? 'questions' : 'name';
}

const BEFORE_CONSENT: readonly Step[] = ['name', 'consent', 'declined'];

/** Returns the step to show: the consent step once consent was withdrawn, on any device, else the given step. */
export function getAllowedStep(step: Step, assessment: AssessmentState): Step {
  return isWithdrawn(assessment) && !BEFORE_CONSENT.includes(step) ? 'consent' : step;
}

/** Returns the step after a completed one. */
export function getNextStep(
  step: Step,
  { profile, assessment }: Omit<OnboardingState, 'hasDraft'>,
): Step {
  switch (step) {
    case 'again':
    case 'name':
      return assessment.consentGiven ? 'questions' : 'consent';
    case 'consent':
    case 'declined':
      return 'questions';
    case 'questions':
      return 'report';
    case 'report':
      return 'focus';
    case 'focus':
      return profile.onboardingComplete ? 'done' : 'flight';
    default:
      return 'done';
  }
}

/** Returns the name to prefill; empty where the profile's name was derived from the e-mail. */
export function suggestName({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === 'User' || name === email.split('@')[0] ? '' : name;
}

/** Validates the answer about a flight; null when valid. `hasFlight` is null before a choice. */
export function validateFlightAnswer(
  answer: { hasFlight: boolean | null; date: string },
  timeZone: string,
  now: Date,
): 'choose' | 'missing' | 'past' | null {
  if (answer.hasFlight === null) return 'choose';
  if (!answer.hasFlight) return null;
  if (answer.date === '') return 'missing';
  return isPast({ date: answer.date, timeZone, now }) ? 'past' : null;
}
