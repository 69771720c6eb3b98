import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { encrypt, decrypt } from '#server/encryption.ts';
import type { Language } from '#shared/contract/fields.ts';
import { waitlist } from './table.ts';

const DAY_MS = 24 * 60 * 60_000;

type Deps = Pick<Dependencies, 'jobs' | 'secret' | 'baseUrl' | 'clock'>;

/**
 * An unconfirmed entry. It is stored only in the e-mailed link, so that nothing is stored of people who never confirm.
 */
interface PendingEntry {
  waitlist: string;
  email: string;
  language: Language;
  until: number;
}

/** Adds an address to the waiting list; an existing entry stays as it is. */
async function joinWaitlist(db: Database, email: string, language: Language) {
  await db
    .insert(waitlist)
    .values({ email: email.toLowerCase(), language })
    .onConflictDoNothing({ target: waitlist.email });
}

/** So many that have waited longest, or those with these addresses. */
export type WaitlistChoice = { longest: number } | { emails: readonly string[] };

/** Deletes waiting-list entries and returns them, the oldest first. */
export async function takeWaitlistEntries(db: Database, chosen: WaitlistChoice) {
  const isByEmail = 'emails' in chosen;
  const oldest = db
    .select({ email: waitlist.email })
    .from(waitlist)
    .where(
      isByEmail
        ? inArray(
            waitlist.email,
            chosen.emails.map((email) => email.toLowerCase()),
          )
        : undefined,
    )
    .orderBy(waitlist.createdAt)
    .limit(isByEmail ? chosen.emails.length : chosen.longest)
    // Another server may be taking some at the same time.
    .for('update', { skipLocked: true });
  const taken = await db.delete(waitlist).where(inArray(waitlist.email, oldest)).returning();
  return taken.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/**
 * Changes the e-mail address of a waiting-list entry, when the owner of an account changes theirs; does nothing without
 * an entry.
 */
export async function changeWaitlistEmail(db: Database, from: string, to: string): Promise<void> {
  const [place] = await db
    .delete(waitlist)
    .where(eq(waitlist.email, from.toLowerCase()))
    .returning();
  if (!place) return;
  await db
    .insert(waitlist)
    .values({ ...place, email: to.toLowerCase() })
    .onConflictDoNothing({ target: waitlist.email });
}

/**
 * Queues an e-mail with a link that confirms joining the waiting list, valid for a day, even to an address that is on
 * the list already. Stores no entry.
 */
export async function sendWaitlistConfirmation(
  deps: Deps,
  db: Database,
  { email, language }: { email: string; language: Language },
  now: Date,
): Promise<void> {
  const until = now.getTime() + DAY_MS;
  const held: PendingEntry = { waitlist: randomUUID(), email, language, until };
  const link = `${deps.baseUrl}/waitlist?mode=confirm#${encrypt(deps.secret, held)}`;
  await queueEmailWithinLimits(deps, db, { name: 'confirmWaitlist', to: email, language, link });
}

/**
 * Adds the address in a confirmation link to the waiting list; a link works once.
 * @throws {AppError} `link_expired` (used, expired or invalid)
 */
export async function consumeLinkAndAddWaitlistEntry(
  { secret }: Pick<Dependencies, 'secret'>,
  db: Database,
  token: string,
  now: Date,
): Promise<void> {
  const held = decryptEntry(secret, token);
  if (!held || held.until <= now.getTime()) throw new AppError('link_expired');
  const rule = { limit: 1, windowMs: held.until - now.getTime() };
  await db.transaction(async (tx) => {
    const { allowed } = await recordRateLimitUse(tx, `waitlist-link:${held.waitlist}`, rule, now);
    if (!allowed) throw new AppError('link_expired');
    await joinWaitlist(tx, held.email, held.language);
  });
}

/** Decrypts a link's entry; null when it is invalid or was encrypted for another purpose. */
function decryptEntry(secret: string, token: string): PendingEntry | null {
  try {
    const value = decrypt(secret, token) as Partial<PendingEntry>;
    return typeof value.waitlist === 'string' ? (value as PendingEntry) : null;
  } catch {
    return null;
  }
}
