import { symmetricEncrypt } from 'better-auth/crypto';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { users } from '#server/features/account/table.ts';
import { hashPassword } from '#server/features/identity/builtin/hash-password.ts';
import { authAccounts, authTwoFactors, authUsers } from '#server/features/identity/table.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import { passes } from '#server/features/billing/table.ts';
import { PASS_CONSENT_VERSION } from '#shared/contract/billing.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import type { ErrorReply } from '#shared/contract/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import type { ExportedData } from '#shared/contract/privacy.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import type { Role } from '#shared/rules/roles.ts';
import { type TestBrowser, createTestBrowser, type RouteName } from './test-browser.ts';

export interface PersonOptions {
  state?: Exclude<PersonState, 'signed_out'>;
  /** Of a person in the state `admin`, whose role this is. */
  role?: Exclude<Role, 'member'>;
  name?: string;
  email?: string;
  language?: Language;
  timeZone?: string;
  /** Whether they confirmed their address; true by default. */
  isConfirmed?: boolean;
}

/** A signed-in browser, and the ids of the person. */
export interface TestPerson extends TestBrowser {
  id: string;
  uid: string;
  email: string;
}

export const PASSWORD = 'a long walk along the runway';
/** The input of calls that ask for the password, such as the export. */
export const CURRENT_PASSWORD_INPUT = { body: { currentPassword: PASSWORD } } as const;
const ORDER = ['onboarding', 'no_pass', 'pass', 'admin'] as const;
let people = 0;

/**
 * Creates a signed-in person in an access state (default `pass`), mostly by the API calls that a browser makes;
 * account, pass, admin role and second factor are written to the database directly.
 */
export async function createTestPerson(
  app: App,
  db: Database,
  person: PersonOptions = {},
): Promise<TestPerson> {
  people += 1;
  const { state = 'pass', name = 'Amelia', language = 'en', timeZone = 'Europe/Paris' } = person;
  const email = person.email ?? `person-${people}@example.com`;
  const reached = ORDER.indexOf(state);
  const own = createTestBrowser(app);
  const { isConfirmed = true } = person;
  await createAccount(db, { email, isConfirmed, createdAt: app.dependencies.clock() });
  const { uid } = await callOrThrow(own, 'POST /api/auth/sign-in', {
    email,
    password: PASSWORD,
  });
  const { id } = await callOrThrow(own, 'POST /api/users', {
    firebaseUid: uid,
    name,
    email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: language,
  });
  if (reached >= ORDER.indexOf('no_pass')) {
    await onboard(own, timeZone);
    // They have been here for a while: what a test dates an hour back was written with their consent.
    await db
      .update(healthConsents)
      .set({ givenAt: sql`${healthConsents.givenAt} - interval '1 day'` })
      .where(eq(healthConsents.userId, id));
  }
  if (reached >= ORDER.indexOf('pass')) await grantTestPass(db, id, app.dependencies.clock());
  if (state === 'admin') {
    await db
      .update(users)
      .set({ role: person.role ?? 'admin' })
      .where(eq(users.id, id));
    await db.update(authUsers).set({ twoFactorEnabled: true }).where(eq(authUsers.id, uid));
    const hide = (data: string) => symmetricEncrypt({ key: app.dependencies.secret, data });
    const none = { secret: await hide('no key of a test'), backupCodes: await hide('[]') };
    await db.insert(authTwoFactors).values({ id: v7(), userId: uid, ...none });
  }
  return { ...own, id, uid, email };
}

let passwordHash: Promise<string> | undefined;

/** Creates a built-in account; the password is hashed once for all accounts. */
async function createAccount(
  db: Database,
  { email, isConfirmed, createdAt }: { email: string; isConfirmed: boolean; createdAt: Date },
): Promise<void> {
  const password = await (passwordHash ??= hashPassword(PASSWORD));
  const id = v7();
  await db
    .insert(authUsers)
    .values({ id, email: email.toLowerCase(), name: '', emailVerified: isConfirmed, createdAt });
  await db
    .insert(authAccounts)
    .values({ id: v7(), userId: id, accountId: id, providerId: 'credential', password });
}

async function onboard(own: TestBrowser, timeZone: string): Promise<void> {
  const answers = Object.fromEntries(FEAR_AREAS.map(({ key }, index) => [key, index % 11]));
  const consent = { given: true, version: HEALTH_CONSENT_VERSION };
  await callOrThrow(own, 'PUT /api/assessment/consent', consent);
  const { completed } = await callOrThrow(own, 'POST /api/assessment/complete', { answers });
  if (completed)
    await callOrThrow(own, 'PUT /api/assessment/focus', completed.report.proposedFocus);
  await callOrThrow(own, 'POST /api/users/me/onboarding', { timeZone });
}

/** Grants a premium pass for a month, which is faster than buying one. */
export async function grantTestPass(db: Database, userId: string, now: Date): Promise<void> {
  const endsAt = new Date(now);
  endsAt.setUTCDate(Math.min(endsAt.getUTCDate(), 28));
  endsAt.setUTCMonth(endsAt.getUTCMonth() + 1);
  const period = { startsAt: now, createdAt: now, endsAt };
  const why = { source: 'grant', reason: 'for a test' } as const;
  await db.insert(passes).values({ userId, tier: 'premium', ...why, ...period });
}

export const ORDER_CONSENT = {
  immediateAccess: true,
  withdrawalKnown: true,
  version: PASS_CONSENT_VERSION,
} as const;

/** Exports all data of the person of a browser; throws when the export is prepared in the background. */
export async function exportData(own: TestBrowser): Promise<ExportedData> {
  const { body } = await own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT);
  if (!('tables' in body)) throw new Error('The export is prepared in the background');
  return body;
}

async function callOrThrow<R extends RouteName>(
  own: TestBrowser,
  route: R,
  body: object,
  params: Record<string, string> = {},
) {
  const answer = await own.call(route, { body, params });
  const { error } = answer.body as Partial<ErrorReply>;
  if (error) throw new Error(`${route}: ${answer.status} ${error.code}`);
  return answer.body;
}
