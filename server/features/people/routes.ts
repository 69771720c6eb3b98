import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findUser } from '#server/features/account/reads.ts';
import { isEmailConfirmed } from '#server/features/identity/claims/reads.ts';
import { toPlaceholderEmail } from '#server/features/identity/claims/writes.ts';
import { hasPassword, hasSecondFactor } from '#server/features/identity/builtin/reads.ts';
import { exportPersonalDataExceptHealth } from '#server/features/privacy/export-data.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute, buildJsonStreamReply } from '#server/http/route.ts';
import * as contract from '#shared/contract/people.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { countSignInSessions, listPeopleWithEmail, listConsentsOfPerson } from './reads.ts';
import { toConsents, toPersonSearchResult, toQueuedEmail } from './wire.ts';
import {
  erasePersonByAdmin,
  computePersonBlindIndexes,
  auditAdminAction,
  retryQueuedEmails,
  sendPasswordResetLink,
  signOutEverywhere,
} from './writes.ts';

const MAX_EMAILS = 50;

/**
 * Registers the admin routes for a person's account: find accounts by e-mail address, show one (sign-in, consents, queued
 * e-mails), resend its e-mails, send a link to choose a new password, sign out everywhere, export its data and erase it.
 * Answers and other health data are not shown.
 */
export function peopleRoutes(app: App): void {
  const { dependencies } = app;
  const { jobs, secret } = dependencies;

  registerRoute(app, contract.findPeopleByEmail, async ({ db, body }) => ({
    people: (await listPeopleWithEmail(db, body.email)).map(toPersonSearchResult),
  }));

  registerRoute(app, contract.getPerson, async ({ db, params, now }) => {
    const user = await requirePerson(db, params.id);
    const { signUpMethod, onboardingComplete, preferredLanguage: language, timeZone } = user;
    const [signIn, consents, emails] = await Promise.all([
      readSignIn(db, user, now),
      listConsentsOfPerson(db, user.id),
      jobs.listAbout(db, 'mail', computePersonBlindIndexes(secret, user), MAX_EMAILS),
    ]);
    return {
      ...toPersonSearchResult(user),
      signUpMethod,
      onboardingComplete,
      language,
      timeZone,
      signIn,
      consents: toConsents(consents),
      emails: emails.map(toQueuedEmail),
    };
  });

  registerRoute(app, contract.retryQueuedEmails, async ({ db, params, body, user, now }) => {
    const person = await requirePerson(db, params.id);
    const action = { actorId: user.id, now, ...body };
    return { count: await retryQueuedEmails(dependencies, db, person, action) };
  });

  registerRoute(app, contract.sendPasswordResetLink, async ({ db, params, body, user, now }) => {
    const person = await requirePerson(db, params.id);
    await sendPasswordResetLink(dependencies, db, person, { actorId: user.id, now, ...body });
    return { ok: true as const };
  });

  registerRoute(app, contract.signOutEverywhere, async ({ db, params, body, user, now }) => {
    await signOutEverywhere(db, await requirePerson(db, params.id), {
      actorId: user.id,
      now,
      ...body,
    });
    return { ok: true as const };
  });

  registerRoute(app, contract.exportPerson, async ({ db, params, body, user, now, reply }) => {
    const person = await requirePerson(db, params.id);
    const { id: userId, subject: uid, email } = person;
    const head = { product: PRODUCT_NAME, exportedAt: now.toISOString() };
    const isConfirmed = await isEmailConfirmed(db, person);
    const keys = {
      userId,
      uid,
      email: isConfirmed ? email.toLowerCase() : toPlaceholderEmail(uid),
    };
    const data = await exportPersonalDataExceptHealth(dependencies.exportDb, keys, head);
    await auditAdminAction(db, 'person.export', person, { actorId: user.id, now, ...body });
    return buildJsonStreamReply(reply.type('application/json; charset=utf-8'), data);
  });

  registerRoute(app, contract.erasePersonByAdmin, async ({ db, params, body, user, now }) => {
    const person = await requirePerson(db, params.id);
    await erasePersonByAdmin(dependencies, db, person, { actorId: user.id, now, ...body });
    return { ok: true as const };
  });
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

async function requirePerson(db: Database, id: string): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw new AppError('not_found');
  return user;
}

/** How a person signs in with the built-in provider; null for other providers. */
async function readSignIn(db: Database, { provider, subject }: User, now: Date) {
  if (provider !== 'builtin') return null;
  const [password, secondFactor, sessions] = await Promise.all([
    hasPassword(db, subject),
    hasSecondFactor(db, subject),
    countSignInSessions(db, subject, now),
  ]);
  return { hasPassword: password, hasSecondFactor: secondFactor, sessions };
}
