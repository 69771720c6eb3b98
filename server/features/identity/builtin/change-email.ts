import { createHash } from 'node:crypto';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { setEmailIfProfileExists } from '#server/features/account/writes.ts';
import { queueCustomerEmailUpdate } from '#server/features/billing/writes.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import type { Language } from '#shared/contract/fields.ts';
import { changeWaitlistEmail } from '#server/features/waitlist/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { findEmailOfAccount, findAccountHoldingEmail } from '../claims/reads.ts';
import { assignEmailToProvenOwner } from '../claims/writes.ts';
import {
  endOtherSignInSessions,
  lockEmailAddress,
  revokeUnusedLinks,
  runIfAccountExists,
} from '../writes.ts';
import {
  DAY_MS,
  createLinkToken,
  buildAuthLink,
  type EmailSignInDeps,
  consumeLinkToken,
} from './issue-link.ts';
import { getEmailLanguageOrEnglish, requireBuiltinAuthAdapter } from './reads.ts';
import { queueSecurityEmailIfConfirmed } from './send-security-email.ts';

interface PendingEmail {
  uid: string;
  email: string;
  credential: string;
}

/**
 * E-mails a confirmation link, valid for a day, to the new address and a notice to the old one, if that is confirmed, which
 * the account keeps until the link is used. If a confirmed account has the new address, it gets a notice without the link;
 * the caller is not told. A change of the password invalidates the link.
 */
export async function requestEmailChange(
  deps: EmailSignInDeps,
  db: Database,
  { uid, email, device, now }: { uid: string; email: string; device: string | null; now: Date },
): Promise<void> {
  const language = await getEmailLanguageOrEnglish(db, uid);
  await runIfAccountExists(db, uid, async (tx) => {
    await queueSecurityEmailIfConfirmed(deps, tx, { uid, name: 'emailChangeAsked', device, now });
    await queueLink(deps, tx, { name: 'confirmEmail', uid, email, language });
  });
}

/**
 * E-mails a link, valid for a day, that confirms the address of an account; the owner of a confirmed account with that
 * address gets a notice without a link instead. Does nothing for an address that is confirmed.
 */
export async function sendEmailConfirmationIfNeeded(
  deps: EmailSignInDeps,
  db: Database,
  uid: string,
  language: Language,
): Promise<void> {
  const address = await findEmailOfAccount(db, uid);
  if (!address || address.isConfirmed) return;
  const { email } = address;
  await runIfAccountExists(db, uid, (tx) =>
    queueLink(deps, tx, { name: 'confirmAddress', uid, email, language }),
  );
}

interface LinkToSend {
  name: 'confirmEmail' | 'confirmAddress';
  uid: string;
  email: string;
  language: Language;
}

async function queueLink(
  deps: EmailSignInDeps,
  tx: Database,
  { name, uid, email, language }: LinkToSend,
): Promise<void> {
  const { auth, baseUrl } = deps;
  const to = email.toLowerCase();
  const credential = await hashCredential(auth, uid);
  const value = JSON.stringify({ uid, email: to, credential } satisfies PendingEmail);
  const token = await createLinkToken(tx, { purpose: 'email', value, lifetimeMs: DAY_MS, uid });
  const holder = await findAccountHoldingEmail(tx, to);
  const isOthers = holder?.isConfirmed === true && holder.uid !== uid;
  const letter = isOthers
    ? ({ name: 'alreadyKnown', link: `${baseUrl}/auth` } as const)
    : { name, link: buildAuthLink(baseUrl, 'confirm-email', token) };
  await queueEmailWithinLimits(deps, tx, { ...letter, to, language }, uid);
}

/**
 * Uses up a confirmation link: the account has the address from then on, confirmed. Where it is a new one, changes the
 * profile and the place on the waitlist too, ends every session but `session`, revokes other links and e-mails the old address. Resolves
 * to the account's uid and what was done.
 * @throws {AppError} link_expired, also after a change of the password or when another account has the address
 */
export async function confirmEmailOrEmailChange(
  deps: EmailSignInDeps,
  db: Database,
  { token, session, now }: { token: string; session: string | null; now: Date },
): Promise<{ uid: string; kind: 'email_confirmed' | 'email_changed' }> {
  const { auth } = deps;
  const pending = JSON.parse(await consumeLinkToken(auth, 'email', token)) as PendingEmail;
  const { uid, email, credential } = pending;
  if (credential !== (await hashCredential(auth, uid))) throw new AppError('link_expired');
  const kind = await runIfAccountExists(db, uid, async (tx) => {
    await lockEmailAddress(tx, email);
    const former = await findEmailOfAccount(tx, uid);
    if (former?.email === email) {
      await assignEmailToProvenOwner(tx, uid, email);
      return 'email_confirmed' as const;
    }
    await queueSecurityEmailIfConfirmed(deps, tx, { uid, name: 'emailChanged', now });
    await assignEmailToProvenOwner(tx, uid, email);
    await setEmailIfProfileExists(tx, { provider: 'builtin', subject: uid }, email);
    await queueCustomerEmailUpdate(deps, tx, uid);
    if (former?.isConfirmed) await changeWaitlistEmail(tx, former.email, email);
    await revokeUnusedLinks(tx, uid);
    await endOtherSignInSessions(tx, uid, session ?? '');
    return 'email_changed' as const;
  });
  if (kind === null) throw new AppError('link_expired');
  return { uid, kind };
}

/** SHA-256 of the stored password hash, to detect a later change. */
async function hashCredential(auth: Dependencies['auth'], uid: string): Promise<string> {
  const account = await (await requireBuiltinAuthAdapter(auth)).findCredentialAccount(uid);
  return createHash('sha256')
    .update(account?.password ?? '')
    .digest('base64url');
}
