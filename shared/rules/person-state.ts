import type { Role } from './roles.ts';

/**
 * A person's state, which decides which pages and calls exist for them (specification, section 2). `admin` is every
 * person with a role at the studio; which of its pages and calls are theirs is decided by `StudioAccess`.
 */
export const PERSON_STATES = ['signed_out', 'onboarding', 'no_pass', 'pass', 'admin'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export interface PersonFacts {
  signedIn: boolean;
  /** Null while the profile has not been created yet. */
  profile: { onboardingComplete: boolean; role: Role } | null;
  /** By an active pass or, where the server says so, the role at the studio. */
  hasActiveAccess: boolean;
}

/**
 * Returns the access state of a signed-in or signed-out person: `onboarding` without a profile or with an unfinished one, as the
 * specification says. The server gives people with a role access without a pass; on a device without a network it ends with the
 * pass, because a kept role proves nothing.
 */
export function getPersonState({ signedIn, profile, hasActiveAccess }: PersonFacts): PersonState {
  if (!signedIn) return 'signed_out';
  if (!profile?.onboardingComplete) return 'onboarding';
  if (!hasActiveAccess) return 'no_pass';
  return profile.role === 'member' ? 'pass' : 'admin';
}
