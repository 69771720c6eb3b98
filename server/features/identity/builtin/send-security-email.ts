import type { Database } from '#server/db/connect.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { type EmailName, queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/rules/languages.ts';
import { findEmailOfAccount } from '../claims/reads.ts';
import { runIfAccountExists } from '../writes.ts';
import { DAY_MS, type EmailSignInDeps } from './issue-link.ts';

/** The e-mails about an account's security, each with a link by which the owner locks the account. */
export type SecurityEmailName = Extract<
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

/** How long a link locks an account: for a person who reads their e-mail once a week. */
const LOCK_LINK_MS = 7 * DAY_MS;

/** What a link that locks an account carries: whose it is, and the address that it was sent to. */
export interface AccountLockLink {
  uid: string;
  email: string;
  /** When it ends, in milliseconds since 1970. */
  until: number;
}

/**
 * Opens what a link of such an e-mail carries.
 * @throws {AppError} link_expired (also when it was made up)
 */
export function readAccountLockToken(secret: string, sealed: string, now: Date): AccountLockLink {
  const link = unseal(secret, sealed);
  if (link.until < now.getTime()) throw new AppError('link_expired');
  return link;
}

function unseal(secret: string, sealed: string): AccountLockLink {
  try {
    return decrypt(secret, sealed) as AccountLockLink;
  } catch (error) {
    throw new AppError('link_expired', undefined, { cause: error });
  }
}

interface Occasion {
  uid: string;
  name: SecurityEmailName;
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
export async function queueSecurityEmailIfConfirmed(
  deps: EmailSignInDeps,
  tx: Database,
  { uid, name, device, now, to }: Occasion,
): Promise<void> {
  const address = await findEmailOfAccount(tx, uid);
  if (!address?.isConfirmed) return;
  const profile = await findUserBySubject(tx, 'builtin', uid);
  await queueSecurityEmailWithLockLink(deps, tx, {
    uid,
    name,
    device,
    now,
    to: to ?? address.email,
    profile,
  });
}

/** Queues an e-mail about the security of an account to an address that its owner confirmed, with a link that locks it. */
export async function queueSecurityEmailWithLockLink(
  deps: Pick<EmailSignInDeps, 'secret' | 'baseUrl' | 'jobs' | 'clock'>,
  tx: Database,
  letter: Occasion & {
    to: string;
    /** Whose it is; null before they have a profile. */
    profile: { preferredLanguage: Language; timeZone: string | null } | null;
  },
): Promise<void> {
  const { uid, name, device, now, to: email, profile } = letter;
  const language = profile?.preferredLanguage ?? 'en';
  const at = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: profile?.timeZone ?? 'UTC',
  }).format(now);
  const until = now.getTime() + LOCK_LINK_MS;
  const token = encrypt(deps.secret, { uid, email, until } satisfies AccountLockLink);
  const link = `${deps.baseUrl}/auth?mode=lock#${token}`;
  const values = { at, device: device ?? '–' };
  await queueEmailWithinLimits(deps, tx, { name, to: email, language, link, values }, uid);
}

/** Queues an e-mail as `queueSecurityEmailIfConfirmed` does, unless the account is erased meanwhile. */
export async function queueSecurityEmailUnlessErased(
  deps: EmailSignInDeps,
  db: Database,
  occasion: Occasion,
): Promise<void> {
  await runIfAccountExists(db, occasion.uid, (tx) =>
    queueSecurityEmailIfConfirmed(deps, tx, occasion),
  );
}
