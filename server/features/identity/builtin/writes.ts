import { createHash, randomBytes } from 'node:crypto';
import { desc, eq, inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { setEmail } from '#server/features/account/writes.ts';
import { postLetter } from '#server/features/mail/writes.ts';
import { moveOnWaitlist } from '#server/features/waitlist/writes.ts';
import { AppError, sqlState } from '#server/http/errors.ts';
import { markOf, seal, unseal } from '#server/seal.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authSessions, authUsers, authVerifications } from '../table.ts';
import { revokeLinks, whileThere } from '../writes.ts';
import { hashPassword } from './policy.ts';
import { MOST_SESSIONS } from './reads.ts';

type Means = Pick<Dependencies, 'auth' | 'jobs' | 'secret' | 'address' | 'clock'>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface PendingSignUp {
  email: string;
  name: string;
}
interface PendingEmail {
  uid: string;
  email: string;
  credential: string;
}
interface ResetRequest {
  email: string;
  language: Language;
}

async function adapterOf(auth: Dependencies['auth']) {
  // Where Firebase signs people in, nothing leads here.
  if (!auth) throw new AppError('other_provider');
  return (await auth.$context).internalAdapter;
}

/** A page of ours with a secret behind the `#`, which browsers keep to themselves. */
const linkTo = (address: string, mode: string, token: string) =>
  `${address}/auth?mode=${mode}#${token}`;

/** The same with whose account it is behind the secret, for the password manager of the page. */
const linkFor = (email: string, ...link: Parameters<typeof linkTo>) =>
  `${linkTo(...link)}/${encodeURIComponent(email)}`;

/** Somebody else took the address between the look and the write. */
async function orExpired<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? new AppError('link_expired') : error;
  });
}

interface NewLink {
  purpose: string;
  value: string;
  /** In milliseconds from now. */
  lasts: number;
  /** Whose it is, where there is an account. */
  uid?: string | undefined;
}

/** Makes the secret of a link; only its hash is kept, as better-auth looks for it. */
async function issue(db: Database, { purpose, value, lasts, uid }: NewLink): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const identifier = createHash('sha256').update(`${purpose}:${token}`).digest('base64url');
  const expiresAt = new Date(Date.now() + lasts);
  await db
    .insert(authVerifications)
    .values({ id: v7(), identifier, value, expiresAt, userId: uid });
  return token;
}

/** What the secret of a link stood for, once. @throws {AppError} `link_expired` */
async function redeem(auth: Dependencies['auth'], purpose: string, token: string): Promise<string> {
  const adapter = await adapterOf(auth);
  const found = await adapter.consumeVerificationValue(`${purpose}:${token}`);
  if (!found) throw new AppError('link_expired');
  return found.value;
}

/**
 * Keeps a sign-up until the address is confirmed by letter. Its password is not kept: whoever signed up
 * may own another address, so the one that counts is given with the letter's link. A known address gets
 * another letter; the work is the same either way, so that neither answer nor time tells them apart.
 */
export async function holdSignUp(
  means: Means,
  db: Database,
  { email, name, language }: ResetRequest & { name: string },
): Promise<void> {
  const { auth, address, secret } = means;
  const pending: PendingSignUp = { email, name };
  const value = seal(secret, pending);
  const token = await issue(db, { purpose: 'sign-up', value, lasts: DAY_MS });
  const known = await (await adapterOf(auth)).findUserByEmail(email);
  await postLetter(means, db, {
    name: known ? 'alreadyKnown' : 'confirmSignUp',
    to: email,
    language,
    link: known ? `${address}/auth` : linkFor(email, address, 'confirm-sign-up', token),
  });
}

/**
 * Opens the account that was held, with the password of whoever has the letter.
 * @throws {AppError} `link_expired`, also when it exists by now.
 */
export async function confirmSignUp(
  { auth, secret }: Means,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const adapter = await adapterOf(auth);
  const value = await redeem(auth, 'sign-up', token);
  const { email, name } = unseal(secret, value) as PendingSignUp;
  if (await adapter.findUserByEmail(email)) throw new AppError('link_expired');
  const user = await orExpired(
    adapter.createUser(
      { email: email.toLowerCase(), name, emailVerified: true },
      { method: 'email-password' },
    ),
  );
  await adapter.linkAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password: await hashPassword(password),
  });
}

/** Tells the owner of an address that somebody signed up with it again. */
export async function tellKnown(
  means: Means,
  db: Database,
  user: { id: string; email: string },
): Promise<void> {
  const language = await languageOf(db, user.id);
  const link = `${means.address}/auth`;
  const letter = { name: 'alreadyKnown', to: user.email, language, link } as const;
  await whileThere(db, user.id, (tx) => postLetter(means, tx, letter, user.id));
}

/** Asks for a reset; whether the address is known is found out later, by a job. */
export async function requestReset(
  { jobs, secret }: Means,
  db: Database,
  request: ResetRequest,
): Promise<void> {
  const about = [markOf(secret, request.email)];
  await jobs.send(db, 'password-reset', { sealed: seal(secret, request), about });
}

/** The job `password-reset`: a letter with a link, or one that says there is no account. */
export async function answerReset(
  means: Means,
  db: Database,
  sealed: string,
  jobId: string,
): Promise<void> {
  const { auth, address, secret } = means;
  const { email, language } = unseal(secret, sealed) as ResetRequest;
  const found = await (await adapterOf(auth)).findUserByEmail(email.toLowerCase());
  if (!found) {
    // Whoever was erased since they asked is told of that and of nothing else.
    if (!(await means.jobs.isWanted(jobId))) return;
    const link = `${address}/auth?mode=sign-up`;
    return postLetter(means, db, { name: 'noAccount', to: email, language, link });
  }
  const { id: uid, email: to } = found.user;
  await whileThere(db, uid, async (tx) => {
    const token = await issue(tx, { purpose: 'reset-password', value: uid, lasts: HOUR_MS, uid });
    const link = linkFor(to, address, 'reset', token);
    await postLetter(means, tx, { name: 'resetPassword', to, language, link }, uid);
  });
}

/** Whose password a link resets, without using it up; null when it is no longer good. */
export async function ownerOfReset(auth: Dependencies['auth'], token: string) {
  const adapter = await adapterOf(auth);
  const found = await adapter.findVerificationValue(`reset-password:${token}`);
  return found && found.expiresAt > new Date() ? adapter.findUserById(found.value) : null;
}

/** Tells the owner of an account that its password was changed. */
export async function tellPasswordChanged(
  means: Means,
  db: Database,
  user: { id: string; email: string },
): Promise<void> {
  const language = await languageOf(db, user.id);
  const link = `${means.address}/auth?mode=forgot`;
  const letter = { name: 'passwordChanged', to: user.email, language, link } as const;
  await whileThere(db, user.id, (tx) => postLetter(means, tx, letter, user.id));
}

/**
 * Sends a letter to a new address, and one to the old: until the new one is confirmed the account keeps
 * what it has. The link is bound to the password of this moment, so that whoever changes it ends it.
 */
export async function requestEmailChange(
  means: Means,
  db: Database,
  uid: string,
  email: string,
): Promise<void> {
  const { auth, address } = means;
  const wanted = email.toLowerCase();
  const credential = await credentialOf(auth, uid);
  const value = JSON.stringify({ uid, email: wanted, credential } satisfies PendingEmail);
  const language = await languageOf(db, uid);
  const adapter = await adapterOf(auth);
  const user = await adapter.findUserById(uid);
  const known = await adapter.findUserByEmail(wanted);
  await whileThere(db, uid, async (tx) => {
    const token = await issue(tx, { purpose: 'email', value, lasts: DAY_MS, uid });
    if (user) {
      const link = `${address}/auth?mode=forgot`;
      await postLetter(
        means,
        tx,
        { name: 'emailChangeAsked', to: user.email, language, link },
        uid,
      );
    }
    await postLetter(
      means,
      tx,
      {
        name: known ? 'alreadyKnown' : 'confirmEmail',
        to: wanted,
        language,
        link: known ? `${address}/auth` : linkTo(address, 'confirm-email', token),
      },
      uid,
    );
  });
}

async function languageOf(db: Database, uid: string): Promise<Language> {
  return (await findUserBySubject(db, 'builtin', uid))?.preferredLanguage ?? 'en';
}

/**
 * Gives an account its new address, wherever the old one stands, and tells the old one.
 * @throws {AppError} `link_expired`, also when the address has got an account of its own by now.
 */
export async function confirmEmailChange(means: Means, db: Database, token: string): Promise<void> {
  const { auth, address } = means;
  const adapter = await adapterOf(auth);
  const pending = JSON.parse(await redeem(auth, 'email', token)) as PendingEmail;
  const { uid, email, credential } = pending;
  const user = await adapter.findUserById(uid);
  if (!user || (await adapter.findUserByEmail(email))) throw new AppError('link_expired');
  if (credential !== (await credentialOf(auth, uid))) throw new AppError('link_expired');
  const language = await languageOf(db, uid);
  const changed = whileThere(db, uid, async (tx) => {
    const change = { email, emailVerified: true, updatedAt: new Date() };
    await tx.update(authUsers).set(change).where(eq(authUsers.id, uid));
    await setEmail(tx, { provider: 'builtin', subject: uid }, email);
    await moveOnWaitlist(tx, user.email, email);
    await revokeLinks(tx, uid);
    const link = `${address}/help`;
    await postLetter(means, tx, { name: 'emailChanged', to: user.email, language, link }, uid);
    return true;
  });
  if (!(await orExpired(changed))) throw new AppError('link_expired');
}

/** What the password of somebody is now, in a form that tells nothing of it. */
async function credentialOf(auth: Dependencies['auth'], uid: string): Promise<string> {
  const account = await (await adapterOf(auth)).findCredentialAccount(uid);
  return createHash('sha256')
    .update(account?.password ?? '')
    .digest('base64url');
}

/** Whoever opened a link in a letter owns the address it was sent to. */
export async function confirmAddress(db: Database, uid: string): Promise<void> {
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
}

/** Ends what an identity has beyond the most sign-in sessions, those unused for longest. */
export async function endOldest(db: Database, uid: string): Promise<void> {
  const surplus = db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.userId, uid))
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id))
    .offset(MOST_SESSIONS);
  await db.delete(authSessions).where(inArray(authSessions.id, surplus));
}

/** Ends one sign-in session by its token. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.token, token));
}
