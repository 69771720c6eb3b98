import { describe, expect, it } from 'vitest';
import { getPersonState } from './person-state.ts';

const member = { onboardingComplete: true, role: 'member' } as const;
const admin = { onboardingComplete: true, role: 'admin' } as const;

describe('the state of a person', () => {
  it.each([
    ['signed_out', false, null, false],
    ['signed_out', false, admin, true],
    ['onboarding', true, null, false],
    ['onboarding', true, null, true],
    ['onboarding', true, { ...member, onboardingComplete: false }, true],
    ['onboarding', true, { ...admin, onboardingComplete: false }, true],
    ['no_pass', true, member, false],
    ['no_pass', true, admin, false],
    ['pass', true, member, true],
    ['admin', true, admin, true],
  ] as const)(
    'is %s when signed in is %s, with %o and access %s',
    (state, signedIn, profile, hasActiveAccess) => {
      expect(getPersonState({ signedIn, profile, hasActiveAccess })).toBe(state);
    },
  );
});
