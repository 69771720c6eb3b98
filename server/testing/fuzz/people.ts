import type { App } from '#server/dependencies.ts';
import { type TestPerson, createTestPerson } from '#server/testing/people.ts';
import { FRESH_SIGN_IN_MINUTES } from '#shared/rules/fresh-sign-in.ts';

/** The kinds of people who send requests. */
export const FUZZED_ROLES = ['signed_out', 'onboarding', 'no_pass', 'pass', 'admin'] as const;
export type FuzzedRole = (typeof FUZZED_ROLES)[number];

const FRESH_MS = (FRESH_SIGN_IN_MINUTES - 1) * 60_000;

/** Creates one person of each role when they are asked for, and another where the sign-in has ended or is no longer fresh. */
export function createLazyPeopleByRole(app: App) {
  const people = new Map<FuzzedRole, { person: TestPerson; since: number }>();
  return {
    async get(role: Exclude<FuzzedRole, 'signed_out'>): Promise<TestPerson> {
      const { person, since = 0 } = people.get(role) ?? {};
      const isFresh = Date.now() - since < FRESH_MS;
      if (person && isFresh && (await person.call('GET /api/users/me')).status === 200)
        return person;
      const fresh = await createTestPerson(app, app.dependencies.db, { state: role });
      people.set(role, { person: fresh, since: Date.now() });
      return fresh;
    },
  };
}
