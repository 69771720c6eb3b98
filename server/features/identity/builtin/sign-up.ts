import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { encrypt, decrypt } from '#server/encryption.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authAccounts, authUsers } from '../table.ts';
import { lockEmailAddress, withAccountLock } from '../writes.ts';
import { hashPassword } from './hash-password.ts';
import {
  DAY_MS,
  createLinkToken,
  buildAuthLinkWithEmail,
  type Deps,
  consumeLinkToken,
} from './issue-link.ts';
import { assertHardToGuess } from './policy.ts';
import { findLanguage, findUidByEmail, getAuthAdapter } from './reads.ts';

interface PendingSignUp {
  email: string;
  name: string;
}

/** What the link of a pending sign-up was sent for. */
type LinkPurpose = 'sign-up' | 'invitation';

const INVITATION_MS = 14 * DAY_MS;

/**
 * Stores a pending sign-up and e-mails a confirmation link, valid for a day. The password is set when the link is
 * opened, because the requester may not own the address. An existing account gets another e-mail instead, after the
 * same work, so that neither reply nor timing reveals it.
 */
export async function createPendingSignUp(
  deps: Deps,
  db: Database,
  { email, name, language }: PendingSignUp & { language: Language },
): Promise<void> {
  const { auth, baseUrl, secret } = deps;
  const pending: PendingSignUp = { email, name };
  const value = encrypt(secret, pending);
  const token = await createLinkToken(db, { purpose: 'sign-up', value, lifetimeMs: DAY_MS });
  const known = await (await getAuthAdapter(auth)).findUserByEmail(email);
  await queueEmail(deps, db, {
    name: known ? 'alreadyKnown' : 'confirmSignUp',
    to: email,
    language,
    link: known
      ? `${baseUrl}/auth`
      : buildAuthLinkWithEmail(email, baseUrl, 'confirm-sign-up', token),
  });
}

/**
 * Queues an e-mail with an invitation, valid for 14 days, by which somebody can sign up despite the waitlist. Resolves
 * to its link, or to null, sending nothing, when the address has an account.
 */
export async function sendInvitation(
  deps: Deps,
  db: Database,
  { email, language }: { email: string; language: Language },
): Promise<string | null> {
  const { auth, baseUrl, secret } = deps;
  if (await (await getAuthAdapter(auth)).findUserByEmail(email.toLowerCase())) return null;
  const pending: PendingSignUp = { email, name: '' };
  const value = encrypt(secret, pending);
  const token = await createLinkToken(db, {
    purpose: 'invitation',
    value,
    lifetimeMs: INVITATION_MS,
  });
  const link = buildAuthLinkWithEmail(email, baseUrl, 'invited', token);
  await queueEmail(deps, db, { name: 'invitation', to: email, language, link });
  return link;
}

/**
 * Creates an account with an unverified address. When the address has one, nothing is changed and its owner is
 * e-mailed; the caller is not told. The caller checks the password's strength.
 */
export async function signUp(
  deps: Deps,
  db: Database,
  account: PendingSignUp & { password: string },
): Promise<void> {
  const made = await createAccount(db, { ...account, emailVerified: false, now: deps.clock() });
  if (!made) await sendAlreadyRegistered(deps, db, account.email.toLowerCase());
}

/**
 * Creates the account of a pending sign-up or an invitation with the password chosen by whoever opened the link, which
 * can be used once. Resolves to the account's address.
 * @throws {AppError} password_too_common (the link stays valid); link_expired, also when the address has an account
 */
export async function confirmSignUp(
  { auth, secret, clock }: Deps,
  db: Database,
  { token, password, purpose }: { token: string; password: string; purpose: LinkPurpose },
): Promise<string> {
  const adapter = await getAuthAdapter(auth);
  const pending = await adapter.findVerificationValue(`${purpose}:${token}`);
  if (!pending) throw new AppError('link_expired');
  const { email, name } = decrypt(secret, pending.value) as PendingSignUp;
  await assertHardToGuess(password, email);
  await consumeLinkToken(auth, purpose, token);
  const account = {
    email: email.toLowerCase(),
    name,
    password,
    emailVerified: true,
    now: clock(),
  };
  if (!(await createAccount(db, account))) throw new AppError('link_expired');
  return account.email;
}

/**
 * Creates an account with its password in one transaction; false when the address has one. Simultaneous sign-ups wait
 * for each other, because the error of the unique index would put the address into the database's log.
 */
async function createAccount(
  db: Database,
  account: PendingSignUp & { password: string; emailVerified: boolean; now: Date },
): Promise<boolean> {
  const { name, emailVerified, now: createdAt } = account;
  const password = await hashPassword(account.password);
  const email = account.email.toLowerCase();
  return db.transaction(async (tx) => {
    await lockEmailAddress(tx, email);
    const [user] = await tx
      .insert(authUsers)
      .values({ id: v7(), email, name, emailVerified, createdAt })
      .onConflictDoNothing({ target: authUsers.email })
      .returning({ id: authUsers.id });
    if (!user) return false;
    await tx.insert(authAccounts).values({
      id: v7(),
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password,
    });
    return true;
  });
}

/** E-mails the owner of an account that somebody tried to sign up with its address. */
async function sendAlreadyRegistered(deps: Deps, db: Database, email: string): Promise<void> {
  const uid = await findUidByEmail(db, email);
  if (uid === null) return;
  const language = await findLanguage(db, uid);
  const told = { name: 'alreadyKnown', to: email, language, link: `${deps.baseUrl}/auth` } as const;
  await withAccountLock(db, uid, (tx) => queueEmail(deps, tx, told, uid));
}
