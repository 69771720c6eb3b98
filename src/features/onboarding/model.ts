import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import { isPast } from '#shared/rules/flight-date.ts';
import { isWithdrawn } from '#web/features/assessment/model.ts';

/** What onboarding goes through, in its order. `again` stands before an assessment taken anew. */
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

/** The steps that are counted aloud; the sixteen questions count for themselves. */
export const COUNTED: readonly Step[] = ['name', 'consent', 'questions', 'focus', 'flight'];

interface Facts {
  profile: Pick<User, 'onboardingComplete'>;
  assessment: AssessmentState;
  /** Whether answers of an assessment under way exist, here or on the server. */
  hasDraft: boolean;
}

/** Where somebody goes on after a reload or on another device, from what the server keeps. */
export function stepToResume({ profile, assessment, hasDraft }: Facts): Step {
  const { completed, consentGiven } = assessment;
  if (consentGiven && hasDraft) return 'questions';
  if (completed && completed.primaryFocus === null) return 'report';
  // Nothing to take again: the consent was withdrawn, and with it the first assessment.
  if (profile.onboardingComplete && !completed) return consentGiven ? 'questions' : 'consent';
  if (profile.onboardingComplete) return 'again';
  if (completed) return 'flight';
  return consentGiven ? 'questions' : 'name';
}

const BEFORE_CONSENT: readonly Step[] = ['name', 'consent', 'declined'];

/** The step to show: the consent again once it was withdrawn, here or elsewhere, and everything with it. */
export function stepAllowed(step: Step, assessment: AssessmentState): Step {
  return isWithdrawn(assessment) && !BEFORE_CONSENT.includes(step) ? 'consent' : step;
}

/** The step after one that is done. */
export function stepAfter(step: Step, { profile, assessment }: Omit<Facts, 'hasDraft'>): Step {
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

/** The name to begin with: nothing, where the profile only has what was made up from the address. */
export function nameToOffer({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === 'User' || name === email.split('@')[0] ? '' : name;
}

/** What is wrong with the answer about a flight, or null. `hasFlight` is null before there is one. */
export function flightFault(
  answer: { hasFlight: boolean | null; date: string },
  timeZone: string,
  now: Date,
): 'choose' | 'missing' | 'past' | null {
  if (answer.hasFlight === null) return 'choose';
  if (!answer.hasFlight) return null;
  if (answer.date === '') return 'missing';
  return isPast({ date: answer.date, timeZone, now }) ? 'past' : null;
}
