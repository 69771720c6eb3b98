import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import { isFlightDatePast } from '#shared/rules/flight-date.ts';
import { isConsentAndAnswersMissing } from '#web/features/assessment/model.ts';

/** The steps of onboarding in order. `again` precedes a retaken assessment. */
export type OnboardingStep =
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
export const COUNTED_ONBOARDING_STEPS: readonly OnboardingStep[] = [
  'name',
  'consent',
  'questions',
  'focus',
  'flight',
];

interface OnboardingState {
  profile: Pick<User, 'onboardingComplete'>;
  assessment: AssessmentState;
  hasDraft: boolean;
}

/** Returns the step of onboarding at which to continue after a reload or on another device. */
export function getOnboardingStepToResume({
  profile,
  assessment,
  hasDraft,
}: OnboardingState): OnboardingStep {
  const { completed, consentGiven } = assessment;
  if (consentGiven && hasDraft) return 'questions';
  // Consent was withdrawn and the first assessment deleted with it: there is nothing to retake.
  if (profile.onboardingComplete && !completed) return consentGiven ? 'questions' : 'consent';
  // A result that was left before its areas were chosen is read in the profile, which proposes two.
  if (profile.onboardingComplete) return 'again';
  if (completed) return completed.primaryFocus === null ? 'report' : 'flight';
  return consentGiven ? 'questions' : 'name';
}

/** A step as an entry of the browser's history. */
export interface OnboardingHistoryEntry {
  step: OnboardingStep;
  question: number;
  depth: number;
  /** The depth at which its questions began. */
  questionsFrom: number;
  /** The id of the latest completed assessment when its questions began, null for none. */
  result: string | null;
}

/**
 * Returns the entry of the browser's history that follows another in onboarding. From question to question,
 * `questionsFrom` and `result` stay those of the first question.
 */
export function getNextOnboardingHistoryEntry(
  entry: OnboardingHistoryEntry,
  next: Pick<OnboardingHistoryEntry, 'step' | 'question' | 'result'>,
): OnboardingHistoryEntry {
  const depth = entry.depth + 1;
  const isSameRun = entry.step === 'questions' && next.step === 'questions';
  const { questionsFrom, result } = isSameRun ? entry : { ...next, questionsFrom: depth };
  return { ...next, depth, questionsFrom, result };
}

const BEFORE_CONSENT: readonly OnboardingStep[] = ['name', 'consent', 'declined'];

/**
 * Returns the step of onboarding to show for an entry of the browser's history: the consent step once consent was
 * withdrawn; the report once a result newer than the entry's exists; the questions instead of the consent step if
 * consent is given, and instead of steps about a result if there is none; otherwise the entry's step.
 */
export function getStepToShow(
  { step, result }: Pick<OnboardingHistoryEntry, 'step' | 'result'>,
  assessment: AssessmentState,
): OnboardingStep {
  const { completed, consentGiven } = assessment;
  if (isConsentAndAnswersMissing(assessment))
    return BEFORE_CONSENT.includes(step) ? step : 'consent';
  if (step === 'questions') return completed && completed.id !== result ? 'report' : step;
  if (consentGiven && (step === 'consent' || step === 'declined')) return 'questions';
  const isAboutResult =
    step === 'report' || step === 'focus' || step === 'flight' || step === 'done';
  return isAboutResult && !completed ? 'questions' : step;
}

/** Returns the step of onboarding that follows a completed one. */
export function getNextStep(
  step: OnboardingStep,
  { profile, assessment }: Omit<OnboardingState, 'hasDraft'>,
): OnboardingStep {
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

/**
 * Returns the name to prefill when onboarding asks for one; empty when the profile's name is only the placeholder `User`
 * or the part of the e-mail address before the @.
 */
export function suggestName({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === 'User' || name === email.split('@')[0] ? '' : name;
}

/**
 * Validates the answer about a flight; null when valid. `hasFlight` is null before a choice; `date` is a civil date in
 * `timeZone`, empty if none is given.
 */
export function validateFlightAnswer(
  answer: { hasFlight: boolean | null; date: string },
  timeZone: string,
  now: Date,
): 'choose' | 'missing' | 'past' | null {
  if (answer.hasFlight === null) return 'choose';
  if (!answer.hasFlight) return null;
  if (answer.date === '') return 'missing';
  return isFlightDatePast({ date: answer.date, timeZone, now }) ? 'past' : null;
}
