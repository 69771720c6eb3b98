import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { PermanentJobError } from '#server/db/job-runner.ts';
import type { RenderedEmail } from './emails.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Below the job's `expireInSeconds` (db/jobs.ts), after which another worker would take it. */
const TOTAL_TIMEOUT_MS = 80_000;

export interface MailerOptions {
  /** SMTP URL; null stores e-mails in the folder instead. */
  smtpUrl: string | null;
  /** The sender, such as `Envol <hello@envol.example>`. */
  from: string;
  mailFolder: string;
  /** Shorter in tests. */
  timeouts?: { connectMs: number; silenceMs: number; wholeMs?: number };
}

export interface OutgoingEmail extends RenderedEmail {
  to: string;
  /** Where replies go; the sender by default. */
  replyTo?: string;
  /** The job's id, the same on each retry, so that the receiver can drop duplicates. */
  id: string;
  /** Blind indexes of the people it is about, for stored e-mails. */
  about?: string[];
}

export interface Mailer {
  /**
   * @throws {PermanentJobError} when the server refuses the e-mail (5xx).
   * @throws {Error} on 4xx replies, timeouts and broken connections: retried.
   */
  send(email: OutgoingEmail): Promise<void>;
  /** Deletes a stored e-mail; missing when e-mails are really sent. */
  deleteStored?(id: string): Promise<void>;
}

/** Creates a mailer that sends by SMTP, or stores e-mails as files in `mailFolder` when no SMTP server is set. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? createSmtpMailer(options.smtpUrl, options) : createFolderMailer(options);
}

function createSmtpMailer(url: string, { from, timeouts }: MailerOptions): Mailer {
  const {
    connectMs = CONNECT_TIMEOUT_MS,
    silenceMs = SOCKET_TIMEOUT_MS,
    wholeMs = TOTAL_TIMEOUT_MS,
  } = timeouts ?? {};
  async function openTransport(): Promise<Transporter> {
    // Loaded with the first e-mail: a tenth of the start's work.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
  let opening: Promise<Transporter> | undefined;
  return {
    async send(email) {
      try {
        const transport = await (opening ??= openTransport());
        // The socket timeout alone would let a server that is slow at every step run without end.
        const signal = AbortSignal.timeout(wholeMs);
        await transport.sendMail({ ...toMessage(email, from), signal });
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        if (responseCode !== undefined && responseCode >= 500)
          throw new PermanentJobError(`SMTP ${responseCode}`);
        // Without its message, which quotes the address.
        throw Object.assign(new Error('the e-mail was not accepted'), {
          code: responseCode === undefined ? code : `SMTP ${responseCode}`,
        });
      }
    },
  };
}

function createFolderMailer({ from, mailFolder }: MailerOptions): Mailer {
  return {
    async send(email) {
      await mkdir(mailFolder, { recursive: true, mode: 0o700 });
      await deleteExpiredStoredEmails(mailFolder);
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js');
      const message = await new MailComposer(toStoredMessage(email, from)).compile().build();
      const file = path.join(mailFolder, `${email.id}.eml`);
      const draft = `${file}.draft`;
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, file);
    },
    deleteStored: (id) => rm(path.join(mailFolder, `${id}.eml`), { force: true }),
  };
}

function toMessage({ to, replyTo, subject, html, text, id }: OutgoingEmail, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    html,
    text,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const ABOUT_HEADER = 'X-Envol-About';

/** Adds a header with the blind indexes of the people it is about. */
function toStoredMessage(email: OutgoingEmail, from: string) {
  const message = toMessage(email, from);
  const { about = [] } = email;
  return {
    ...message,
    // So that `hideEmailSecrets` can read it.
    textEncoding: 'quoted-printable' as const,
    headers: { ...message.headers, [ABOUT_HEADER]: about.join(' ') || 'nobody' },
  };
}

export interface ListedStoredEmail {
  id: string;
  keptAt: Date;
}

/** Stored e-mails are deleted after a week. */
const RETENTION_MS = 7 * 86_400_000;

/** How many of the newest stored e-mails are searched, and are listed. */
export const MAX_LISTED_EMAILS = 100;

/** Deletes the files of stored e-mails in `mailFolder` that are older than a week. */
export async function deleteExpiredStoredEmails(mailFolder: string): Promise<void> {
  for (const { id, keptAt } of await listStoredEmails(mailFolder, Infinity))
    if (Date.now() - keptAt.getTime() > RETENTION_MS)
      await rm(path.join(mailFolder, `${id}.eml`), { force: true });
}

/** Deletes every stored e-mail about a person, also one to another recipient. */
export async function deleteStoredEmailsAboutPerson(
  mailFolder: string,
  blindIndexes: string[],
): Promise<void> {
  for (const { id } of await listStoredEmails(mailFolder, Infinity)) {
    const head = (await readStoredEmail(mailFolder, id))?.split('\r\n\r\n', 1)[0] ?? '';
    const about = /^X-Envol-About:((?:.|\r\n[ \t])*)/im.exec(head)?.[1]?.split(/\s+/) ?? [];
    if (about.some((mark) => blindIndexes.includes(mark)))
      await rm(path.join(mailFolder, `${id}.eml`), { force: true });
  }
}

/**
 * Lists the ids of stored e-mails and when they were stored, newest first, at most `limit`; empty without the folder.
 */
export async function listStoredEmails(
  mailFolder: string,
  limit: number,
): Promise<ListedStoredEmail[]> {
  const names = await readdir(mailFolder).catch(() => []);
  const emails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => ({
        id: path.basename(name, '.eml'),
        // Null where it was removed since the folder was read.
        keptAt: (await stat(path.join(mailFolder, name)).catch(() => null))?.mtime,
      })),
  );
  return emails
    .flatMap(({ id, keptAt }) => (keptAt ? [{ id, keptAt }] : []))
    .toSorted((a, b) => b.keptAt.getTime() - a.keptAt.getTime())
    .slice(0, limit);
}

/**
 * Reads the RFC 5322 source of an e-mail that was stored in `mailFolder` instead of being sent; null when it cannot be
 * read. `id` becomes part of the path: the caller must have checked that it is a UUID.
 */
export async function readStoredEmail(mailFolder: string, id: string): Promise<string | null> {
  return readFile(path.join(mailFolder, `${id}.eml`), 'utf8').catch(() => null);
}

/**
 * Returns the source of a stored e-mail without its secrets: what stands behind the `#` of a link, and the code of a gift are
 * replaced by dots.
 */
export const hideEmailSecrets = (message: string): string =>
  message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(https?:\/\/[^\s"<>#]*#)[^\s"<>]+/g, '$1...')
    .replaceAll(/\b[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}\b/g, '...');

/** Returns the address in the To header of a stored e-mail's source; null when there is none. */
export function parseRecipient(message: string): string | null {
  const head = message.split('\r\n\r\n', 1)[0] ?? '';
  return /^To:\s*(?:[^\r\n]*<)?([^<>\s]+@[^<>\s]+)/im.exec(head)?.[1] ?? null;
}
