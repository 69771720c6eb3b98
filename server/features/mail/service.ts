import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { GiveUp } from '#server/db/jobs.ts';
import type { RenderedLetter } from './letters.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Below the time after which the queue hands the letter to another worker (`expireInSeconds`, db/jobs.ts). */
const WHOLE_MS = 80_000;

export interface MailerOptions {
  /** Where to send; null keeps letters in the outbox folder. */
  smtpUrl: string | null;
  /** The sender, such as `Envol <hello@envol.example>`. */
  from: string;
  /** The folder where letters lie when there is nobody to send them. */
  outbox: string;
  /** Shorter in tests. */
  timeouts?: { connectMs: number; silenceMs: number; wholeMs?: number };
}

export interface Post extends RenderedLetter {
  to: string;
  /** The same for every try of one letter, so that a receiver can tell a second copy. */
  id: string;
  /** The marks of whom it is about, for letters that are kept. */
  about?: string[];
}

/** Takes letters to where they go. */
export interface Mailer {
  /**
   * @throws {GiveUp} when the server refuses the letter for good (5xx).
   * @throws {Error} on 4xx answers, silence and broken connections: to be tried again.
   */
  send(post: Post): Promise<void>;
  /** Undoes `send`, where letters are kept and not sent. */
  takeBack?(id: string): Promise<void>;
}

/** Sends through SMTP, or keeps letters in a folder where there is no SMTP server. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? smtp(options.smtpUrl, options) : folder(options);
}

function smtp(url: string, { from, timeouts }: MailerOptions): Mailer {
  const { connectMs = CONNECT_MS, silenceMs = SILENCE_MS, wholeMs = WHOLE_MS } = timeouts ?? {};
  const transport: Transporter = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(post) {
      try {
        // A server that is slow at every step keeps within the silence, and would never end.
        const signal = AbortSignal.timeout(wholeMs);
        await transport.sendMail({ ...messageOf(post, from), signal });
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        if (responseCode !== undefined && responseCode >= 500)
          throw new GiveUp(`SMTP ${responseCode}`);
        // Without its message, which quotes the address.
        throw Object.assign(new Error('the letter was not taken'), {
          code: responseCode === undefined ? code : `SMTP ${responseCode}`,
        });
      }
    },
  };
}

function folder({ from, outbox }: MailerOptions): Mailer {
  return {
    async send(post) {
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      await ageOut(outbox);
      const message = await new MailComposer(keptOf(post, from)).compile().build();
      const file = path.join(outbox, `${post.id}.eml`);
      const draft = `${file}.draft`;
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, file);
    },
    takeBack: (id) => rm(path.join(outbox, `${id}.eml`), { force: true }),
  };
}

function messageOf({ to, subject, html, text, id }: Post, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to,
    subject,
    html,
    text,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const ABOUT = 'X-Envol-About';

/** A letter as it is kept: it says under keyed hashes whom it is about. */
function keptOf(post: Post, from: string) {
  const message = messageOf(post, from);
  const { about = [] } = post;
  return { ...message, headers: { ...message.headers, [ABOUT]: about.join(' ') || 'nobody' } };
}

export interface KeptLetter {
  id: string;
  keptAt: Date;
}

/** A letter that nobody sends is kept for a week. */
const KEPT_FOR_MS = 7 * 86_400_000;

/** Removes the letters of the outbox folder that were kept for long enough. */
export async function ageOut(outbox: string): Promise<void> {
  for (const { id, keptAt } of await listKept(outbox, Infinity))
    if (Date.now() - keptAt.getTime() > KEPT_FOR_MS)
      await rm(path.join(outbox, `${id}.eml`), { force: true });
}

/** Removes every letter of the outbox folder that is about one of these marks, whatever address it went to. */
export async function forgetKept(outbox: string, marks: string[]): Promise<void> {
  for (const { id } of await listKept(outbox, Infinity)) {
    const head = (await readKept(outbox, id))?.split('\r\n\r\n', 1)[0] ?? '';
    const about = /^X-Envol-About:((?:.|\r\n[ \t])*)/im.exec(head)?.[1]?.split(/\s+/) ?? [];
    if (about.some((mark) => marks.includes(mark)))
      await rm(path.join(outbox, `${id}.eml`), { force: true });
  }
}

/** The letters of the outbox folder, newest first, at most `limit`. */
export async function listKept(outbox: string, limit: number): Promise<KeptLetter[]> {
  const names = await readdir(outbox).catch(() => []);
  const letters = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => ({
        id: path.basename(name, '.eml'),
        // Null where it was removed since the folder was read.
        keptAt: (await stat(path.join(outbox, name)).catch(() => null))?.mtime,
      })),
  );
  return letters
    .flatMap(({ id, keptAt }) => (keptAt ? [{ id, keptAt }] : []))
    .toSorted((a, b) => b.keptAt.getTime() - a.keptAt.getTime())
    .slice(0, limit);
}

/** One letter of the outbox as it would have been sent (RFC 5322), or null. `id` is a UUID. */
export async function readKept(outbox: string, id: string): Promise<string | null> {
  return readFile(path.join(outbox, `${id}.eml`), 'utf8').catch(() => null);
}
