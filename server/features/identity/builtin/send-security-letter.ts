import type { Database } from '#server/db/connect.ts';
import { encrypt } from '#server/encryption.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { type EmailName, queueEmail } from '#server/features/mail/writes.ts';
import { findAddress } from '../claims/reads.ts';
import { withAccountLock } from '../writes.ts';
import { DAY_MS, type Deps } from './issue-link.ts';

/** The e-mails about an account's security, each with a link by which the owner locks the account. */
type SecurityLetter = Extract<
  EmailName,
  | 'newDevice'
  | 'passwordChanged'
  | 'emailChangeAsked'
  | 'emailChanged'
  | 'twoStepOn'
  | 'twoStepOff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodeUsed'
>;

/** How long a link locks an account: for somebody who reads their e-mail once a week. */
const LOCK_LINK_MS = 7 * DAY_MS;

/** What a link that locks an account carries: whose it is, and the address that it was sent to. */
export interface LockLink {
  uid: string;
  email: string;
  /** When it ends, in milliseconds since 1970. */
  until: number;
}

interface Occasion {
  uid: string;
  name: SecurityLetter;
  /** A name of describeDevice. */
  device?: string | null;
  now: Date;
  /** The address, where it is not the account's present one. */
  to?: string;
}

/**
 * Queues an e-mail about the security of an account, with the device, the moment, and a link that locks the account. Sends
 * none to an address that its owner has not confirmed.
 */
export async function queueSecurityLetter(
  deps: Deps,
  tx: Database,
  { uid, name, device, now, to }: Occasion,
): Promise<void> {
  const address = await findAddress(tx, uid);
  if (!address?.isConfirmed) return;
  const email = to ?? address.email;
  const profile = await findUserBySubject(tx, 'builtin', uid);
  const language = profile?.preferredLanguage ?? 'en';
  const at = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: profile?.timeZone ?? 'UTC',
  }).format(now);
  const until = now.getTime() + LOCK_LINK_MS;
  const token = encrypt(deps.secret, { uid, email, until } satisfies LockLink);
  const link = `${deps.baseUrl}/auth?mode=lock#${token}`;
  const values = { at, device: device ?? '–' };
  await queueEmail(deps, tx, { name, to: email, language, link, values }, uid);
}

/** Queues an e-mail as `queueSecurityLetter` does, unless the account is erased meanwhile. */
export async function sendSecurityLetter(
  deps: Deps,
  db: Database,
  occasion: Occasion,
): Promise<void> {
  await withAccountLock(db, occasion.uid, (tx) => queueSecurityLetter(deps, tx, occasion));
}
