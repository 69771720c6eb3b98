import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { encrypt, decrypt } from '#server/encryption.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authAccounts, authUsers } from '../table.ts';
import {
  findAccountHoldingEmail,
  listAccountsHoldingOrClaimingEmail,
  MAX_TRIED_CLAIMS_PER_ADDRESS,
} from '../claims/reads.ts';
import { releaseUnconfirmedEmail, toPlaceholderEmail } from '../claims/writes.ts';
import { lockEmailAddress } from '../writes.ts';
import { sendEmailConfirmationIfNeeded } from './change-email.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import {
  DAY_MS,
  createLinkToken,
  buildAuthLinkWithEmail,
  type EmailSignInDeps,
  consumeLinkToken,
} from './issue-link.ts';
import { assertPasswordHardToGuess } from './policy.ts';
import { requireBuiltinAuthAdapter } from './reads.ts';

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
export async function createUnconfirmedSignUpAndEmailLink(
  deps: EmailSignInDeps,
  db: Database,
  { email, name, language }: PendingSignUp & { language: Language },
): Promise<void> {
  const { baseUrl, secret } = deps;
  const pending: PendingSignUp = { email, name };
  const value = encrypt(secret, pending);
  const token = await createLinkToken(db, { purpose: 'sign-up', value, lifetimeMs: DAY_MS });
  const known = (await findAccountHoldingEmail(db, email))?.isConfirmed;
  await queueEmailWithinLimits(deps, db, {
    name: known ? 'alreadyKnown' : 'confirmSignUp',
    to: email,
    language,
    link: known
      ? `${baseUrl}/auth`
      : buildAuthLinkWithEmail(email, baseUrl, 'confirm-sign-up', token),
  });
}

/**
 * Queues an e-mail with an invitation, valid for 14 days, by which a person can sign up despite the waitlist. Resolves
 * to its link, or to null, sending nothing, when the address has an account.
 */
export async function sendInvitation(
  deps: EmailSignInDeps,
  db: Database,
  { email, language }: { email: string; language: Language },
): Promise<string | null> {
  const { auth, baseUrl, secret } = deps;
  if (await (await requireBuiltinAuthAdapter(auth)).findUserByEmail(email.toLowerCase()))
    return null;
  const pending: PendingSignUp = { email, name: '' };
  const value = encrypt(secret, pending);
  const token = await createLinkToken(db, {
    purpose: 'invitation',
    value,
    lifetimeMs: INVITATION_MS,
  });
  const link = buildAuthLinkWithEmail(email, baseUrl, 'invited', token);
  await queueEmailWithinLimits(deps, db, { name: 'invitation', to: email, language, link });
  return link;
}

/**
 * Creates an account with an unconfirmed address and e-mails a link that confirms it. Where another account holds the
 * address, the new one claims it: it can be used alike, so that no caller learns who has an account. The owner of a
 * confirmed account gets an e-mail without a link instead. The caller checks the password's strength.
 */
export async function createUnconfirmedAccountAndEmailLink(
  deps: EmailSignInDeps,
  db: Database,
  { email, name, password, language }: PendingSignUp & { password: string; language: Language },
): Promise<void> {
  const hash = await hashPassword(password);
  const account = { email: email.toLowerCase(), name, hash, now: deps.clock() };
  const uid = await db.transaction(async (tx) => {
    await lockEmailAddress(tx, account.email);
    const known = await listAccountsHoldingOrClaimingEmail(tx, account.email);
    const own: string[] = [];
    for (const { uid: one, hash: stored } of known)
      if (await verifyPassword({ hash: stored ?? '', password })) own.push(one);
    // As long, however many hold or claim the address.
    for (let tried = known.length; tried <= MAX_TRIED_CLAIMS_PER_ADDRESS; tried++)
      await hashPassword(password);
    // A person who signs up again with their password, or twice at once, has the account that they made.
    if (own[0] !== undefined) return own[0];
    const isClaim = (await findAccountHoldingEmail(tx, account.email)) !== null;
    return insertAccount(tx, { ...account, emailVerified: false, isClaim });
  });
  await sendEmailConfirmationIfNeeded(deps, db, uid, language);
}

/**
 * Creates the account of a pending sign-up or an invitation with the password chosen by the person who opened the link,
 * which can be used once. Resolves to the account's address.
 * @throws {AppError} password_too_common (the link stays valid); link_expired, also when a confirmed account has it
 */
export async function createAccountFromEmailLink(
  { auth, secret, clock }: EmailSignInDeps,
  db: Database,
  { token, password, purpose }: { token: string; password: string; purpose: LinkPurpose },
): Promise<string> {
  const adapter = await requireBuiltinAuthAdapter(auth);
  const pending = await adapter.findVerificationValue(`${purpose}:${token}`);
  if (!pending) throw new AppError('link_expired');
  const { email, name } = decrypt(secret, pending.value) as PendingSignUp;
  await assertPasswordHardToGuess(password, email);
  await consumeLinkToken(auth, purpose, token);
  const hash = await hashPassword(password);
  const account = { email: email.toLowerCase(), name, hash, now: clock() };
  await db.transaction(async (tx) => {
    await lockEmailAddress(tx, account.email);
    await releaseUnconfirmedEmail(tx, null, account.email);
    await insertAccount(tx, { ...account, emailVerified: true, isClaim: false });
  });
  return account.email;
}

interface NewAccount extends PendingSignUp {
  hash: string;
  emailVerified: boolean;
  /** Whether another account holds the address. */
  isClaim: boolean;
  now: Date;
}

/** Adds an account with its password, in a transaction that has locked the address; returns its uid. */
async function insertAccount(
  tx: Database,
  { email, name, hash, emailVerified, isClaim, now }: NewAccount,
): Promise<string> {
  const id = v7();
  const address = isClaim ? { email: toPlaceholderEmail(id), claimedEmail: email } : { email };
  await tx.insert(authUsers).values({ id, ...address, name, emailVerified, createdAt: now });
  await tx.insert(authAccounts).values({
    id: v7(),
    userId: id,
    providerId: 'credential',
    accountId: id,
    password: hash,
  });
  return id;
}
