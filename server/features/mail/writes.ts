import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { computeBlindIndex, encrypt, decrypt } from '#server/encryption.ts';
import type { Language } from '#shared/rules/languages.ts';
import { findEditedLetter } from './letters/reads.ts';
import type { OperatorAlertName, Email, EmailName, ReminderEmailName } from './emails.ts';

export type { OperatorAlertName, EmailName };

/** E-mails that a visitor can cause for any address by typing it. */
const UNASKED: ReadonlySet<EmailName> = new Set([
  'endNoticeReceived',
  'withdrawalNoticeReceived',
  'alreadyKnown',
  'confirmAddress',
  'confirmEmail',
  'confirmSignUp',
  'confirmWaitlist',
  'noAccount',
  'noAccountYet',
]);
/** How many of those one inbox gets; more are dropped, so that strangers cannot fill it. */
const UNASKED_LIMIT = { limit: 5, windowMs: 24 * 60 * 60_000 };

/**
 * Returns an address under which all addresses of one inbox are counted: without a tag (`ida+flying@…`), and for
 * Gmail without dots.
 */
function toInbox(address: string): string {
  const [name = '', domain = ''] = address.toLowerCase().split('@');
  const [plain = ''] = name.split('+');
  return /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${domain}`;
}

/**
 * Queues an e-mail for the job `mail`, in the caller's transaction. Kinds that strangers can cause are silently dropped
 * after five a day to one inbox. With the account's `uid`, the queued e-mail is deleted if the account is erased, even
 * if sent to another address; the e-mail that confirms the erasure stays. It is sent not before `sendAfter`.
 */
export async function queueEmailWithinLimits(
  { jobs, secret, clock }: Pick<Dependencies, 'jobs' | 'secret' | 'clock'>,
  db: Database,
  email: Email,
  uid?: string,
  sendAfter?: Date,
): Promise<void> {
  if (UNASKED.has(email.name)) {
    const key = `mail-to:${computeBlindIndex(secret, toInbox(email.to))}`;
    if (!(await recordRateLimitUse(db, key, UNASKED_LIMIT, clock())).allowed) return;
  }
  const ids = email.name === 'erased' ? [] : [email.to, ...(uid ? [uid] : [])];
  await queueEmail({ jobs, secret }, db, email, ids, sendAfter);
}

/**
 * Queues an e-mail for the job `mail` as queueEmailWithinLimits does, whatever its kind and however many there were;
 * `ids` are the addresses and ids of the people whom it is about.
 */
export async function queueEmail(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  db: Database,
  email: Email,
  ids: readonly string[],
  sendAfter?: Date,
): Promise<void> {
  const about = ids.map((id) => computeBlindIndex(secret, id));
  const data = { encrypted: encrypt(secret, { ...email, about }), about };
  await jobs.send(db, 'mail', data, sendAfter);
}

/**
 * Handler of the job `mail`: renders and sends one e-mail, unless the person was erased meanwhile. `id` is the job's.
 * @throws what `Mailer.send` throws
 */
export async function runMailJob(
  { db, mailer, secret, jobs }: Pick<Dependencies, 'db' | 'mailer' | 'secret' | 'jobs'>,
  encrypted: string,
  id: string,
): Promise<void> {
  const email = decrypt(secret, encrypted) as Email & { about: string[] };
  // Loaded with the first e-mail: the renderer's modules take most of a second.
  const { renderEmail } = await import('./emails.ts');
  const { to, about, replyTo } = email;
  const edited = await findEditedLetter(db, email.name, email.language);
  const post = {
    id,
    to,
    about,
    ...(replyTo && { replyTo }),
    ...(await renderEmail(email, edited)),
  };
  if (!(await jobs.exists('mail', id))) return;
  await mailer.send(post);
  // Nothing more before the job is recorded as done, where the e-mail can't be taken back: a server that is killed now
  // sends it again.
  if (mailer.deleteStored && !(await jobs.exists('mail', id))) await mailer.deleteStored(id);
}

/**
 * Returns the texts of a push notification (`title`, `body`, `end`), the same as those of the reminder e-mail `name`.
 */
export async function renderPushNotification(name: ReminderEmailName, language: Language) {
  return (await import('./emails.ts')).renderPushNotification(name, language);
}

/** Returns the text of a notice about a contract (`end` or `withdraw`), with `values` in it. */
export async function renderContractNotice(
  kind: 'end' | 'withdraw',
  language: Language,
  values: Record<string, string>,
) {
  return (await import('./emails.ts')).renderContractNotice(kind, language, values);
}

/** Returns the text of a message to the operator about payments. */
export async function renderOperatorAlert(
  name: OperatorAlertName,
  language: Language,
  values: Record<string, string>,
): Promise<string> {
  return (await import('./emails.ts')).renderOperatorAlert(name, language, values);
}
