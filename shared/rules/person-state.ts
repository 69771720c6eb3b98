/** What decides which routes and calls exist for somebody (specification, section 2). */
export const PERSON_STATES = ['signed_out', 'onboarding', 'no_pass', 'pass', 'admin'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export interface PersonFacts {
  signedIn: boolean;
  /** Null while the profile has not been created yet. */
  profile: { onboardingComplete: boolean; role: 'member' | 'admin' } | null;
  hasActiveAccess: boolean;
}

/**
 * Returns the state of a person. A missing profile is onboarding, as the specification says; an admin without active
 * access is `no_pass`, because the studio needs both.
 */
export function getPersonState({ signedIn, profile, hasActiveAccess }: PersonFacts): PersonState {
  if (!signedIn) return 'signed_out';
  if (!profile?.onboardingComplete) return 'onboarding';
  if (!hasActiveAccess) return 'no_pass';
  return profile.role === 'admin' ? 'admin' : 'pass';
}
