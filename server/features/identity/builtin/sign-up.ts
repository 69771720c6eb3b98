import type { Database } from '#server/db/connect.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { encrypt, decrypt } from '#server/encryption.ts';
import type { Language } from '#shared/contract/fields.ts';
import { withAccountLock } from '../writes.ts';
import { hashPassword } from './hash-password.ts';
import {
  DAY_MS,
  createLinkToken,
  buildLinkWithEmail,
  type Deps,
  mapUniqueViolation,
  consumeLinkToken,
} from './issue-link.ts';
import { getAdapter, findLanguage } from './reads.ts';

interface PendingSignUp {
  email: string;
  name: string;
}

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
 * Creates the account of a pending sign-up, with the password given by whoever opened the link.
 * @throws {AppError} `link_expired`, also when an account exists by now.
 */
export async function confirmSignUp(
  { auth, secret }: Deps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const adapter = await getAdapter(auth);
  const value = await consumeLinkToken(auth, 'sign-up', token);
  const { email, name } = decrypt(secret, value) as PendingSignUp;
  if (await adapter.findUserByEmail(email)) throw new AppError('link_expired');
  const user = await mapUniqueViolation(
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

/** E-mails the owner of an account that somebody tried to sign up with its address. */
export async function sendAlreadyRegistered(
  deps: Deps,
  db: Database,
  user: { id: string; email: string },
): Promise<void> {
  const language = await findLanguage(db, user.id);
  const link = `${deps.baseUrl}/auth`;
  const email = { name: 'alreadyKnown', to: user.email, language, link } as const;
  await withAccountLock(db, user.id, (tx) => queueEmail(deps, tx, email, user.id));
}
