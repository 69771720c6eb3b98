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
  buildLinkWithEmail,
  type Deps,
  consumeLinkToken,
} from './issue-link.ts';
import { assertHardToGuess } from './policy.ts';
import { findLanguage, findUidByEmail, getAdapter } from './reads.ts';

interface PendingSignUp {
  email: string;
  name: string;
}

/** What the link of a sign-up that waits is for. */
type LinkPurpose = 'sign-up' | 'invitation';

const INVITATION_MS = 14 * DAY_MS;

/**
 * Stores a pending sign-up and e-mails a confirmation link. The password is not stored: it is set by whoever
 * opens the link, because the requester may not own the address. An existing account gets another e-mail
 * instead; both cases do the same work, so that neither reply nor timing reveals which it was.
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
  const known = await (await getAdapter(auth)).findUserByEmail(email);
  await queueEmail(deps, db, {
    name: known ? 'alreadyKnown' : 'confirmSignUp',
    to: email,
    language,
    link: known ? `${baseUrl}/auth` : buildLinkWithEmail(email, baseUrl, 'confirm-sign-up', token),
  });
}

/**
 * E-mails an invitation: a sign-up that is confirmed by its link under `SIGN_UP=waitlist` too. Resolves to the link, or
 * to null where the address has an account.
 */
export async function sendInvitation(
  deps: Deps,
  db: Database,
  { email, language }: { email: string; language: Language },
): Promise<string | null> {
  const { auth, baseUrl, secret } = deps;
  if (await (await getAdapter(auth)).findUserByEmail(email.toLowerCase())) return null;
  const pending: PendingSignUp = { email, name: '' };
  const value = encrypt(secret, pending);
  const token = await createLinkToken(db, {
    purpose: 'invitation',
    value,
    lifetimeMs: INVITATION_MS,
  });
  const link = buildLinkWithEmail(email, baseUrl, 'invited', token);
  await queueEmail(deps, db, { name: 'invitation', to: email, language, link });
  return link;
}

/**
 * Signs somebody up. Whose address has an account already changes nothing there, and its owner is told by e-mail; both
 * cases hash the password.
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
 * Creates the account of a pending sign-up or an invitation, with the password given by whoever opened the link, which
 * works once. Resolves to the account's address.
 * @throws {AppError} `password_too_common`, which leaves the link as it is; `link_expired`, also when an account exists
 * by now.
 */
export async function confirmSignUp(
  { auth, secret, clock }: Deps,
  db: Database,
  { token, password, purpose }: { token: string; password: string; purpose: LinkPurpose },
): Promise<string> {
  const adapter = await getAdapter(auth);
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
 * Creates an account with its password in one transaction; false where the address has one. Of sign-ups at once one
 * wins, without the error by which a database would log the address.
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
