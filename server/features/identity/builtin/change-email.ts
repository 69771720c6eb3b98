import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { setEmail } from '#server/features/account/writes.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { changeWaitlistEmail } from '#server/features/waitlist/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { authUsers } from '../table.ts';
import { lockEmailAddress, revokeLinks, withAccountLock } from '../writes.ts';
import {
  DAY_MS,
  createLinkToken,
  buildAuthLink,
  type Deps,
  consumeLinkToken,
} from './issue-link.ts';
import { findLanguage, findUidByEmail, getAuthAdapter } from './reads.ts';

interface PendingEmail {
  uid: string;
  email: string;
  credential: string;
}

/**
 * E-mails a confirmation link, valid for a day, to the new address and a notice to the old one, which the account keeps
 * until the link is used. If the new address has an account, it gets a notice without the link; the caller is not told.
 * A change of the password invalidates the link.
 */
export async function requestEmailChange(
  deps: Deps,
  db: Database,
  uid: string,
  email: string,
): Promise<void> {
  const { auth, baseUrl } = deps;
  const wanted = email.toLowerCase();
  const credential = await hashCredential(auth, uid);
  const value = JSON.stringify({ uid, email: wanted, credential } satisfies PendingEmail);
  const language = await findLanguage(db, uid);
  const adapter = await getAuthAdapter(auth);
  const user = await adapter.findUserById(uid);
  const known = await adapter.findUserByEmail(wanted);
  await withAccountLock(db, uid, async (tx) => {
    const token = await createLinkToken(tx, { purpose: 'email', value, lifetimeMs: DAY_MS, uid });
    if (user) {
      const link = `${baseUrl}/auth?mode=forgot`;
      await queueEmail(deps, tx, { name: 'emailChangeAsked', to: user.email, language, link }, uid);
    }
    await queueEmail(
      deps,
      tx,
      {
        name: known ? 'alreadyKnown' : 'confirmEmail',
        to: wanted,
        language,
        link: known ? `${baseUrl}/auth` : buildAuthLink(baseUrl, 'confirm-email', token),
      },
      uid,
    );
  });
}

/**
 * Uses up a confirmation link: changes the address of the account, its profile and its place on the waitlist, revokes
 * other links and e-mails the old address. Resolves to the account's uid.
 * @throws {AppError} link_expired, also after a change of the password or when another account has the address
 */
export async function confirmEmailChange(deps: Deps, db: Database, token: string): Promise<string> {
  const { auth, baseUrl } = deps;
  const adapter = await getAuthAdapter(auth);
  const pending = JSON.parse(await consumeLinkToken(auth, 'email', token)) as PendingEmail;
  const { uid, email, credential } = pending;
  const user = await adapter.findUserById(uid);
  if (!user) throw new AppError('link_expired');
  if (credential !== (await hashCredential(auth, uid))) throw new AppError('link_expired');
  const language = await findLanguage(db, uid);
  const changed = await withAccountLock(db, uid, async (tx) => {
    await lockEmailAddress(tx, email);
    if (await findUidByEmail(tx, email)) throw new AppError('link_expired');
    const change = { email, emailVerified: true, updatedAt: new Date() };
    await tx.update(authUsers).set(change).where(eq(authUsers.id, uid));
    await setEmail(tx, { provider: 'builtin', subject: uid }, email);
    await changeWaitlistEmail(tx, user.email, email);
    await revokeLinks(tx, uid);
    const link = `${baseUrl}/help`;
    await queueEmail(deps, tx, { name: 'emailChanged', to: user.email, language, link }, uid);
    return true;
  });
  if (!changed) throw new AppError('link_expired');
  return uid;
}

/** SHA-256 of the stored password hash, to detect a later change. */
async function hashCredential(auth: Dependencies['auth'], uid: string): Promise<string> {
  const account = await (await getAuthAdapter(auth)).findCredentialAccount(uid);
  return createHash('sha256')
    .update(account?.password ?? '')
    .digest('base64url');
}
