import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { countUse } from '#server/db/limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { postLetter } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { seal, unseal } from '#server/seal.ts';
import type { Language } from '#shared/contract/fields.ts';
import { waitlist } from './table.ts';

const DAY_MS = 24 * 60 * 60_000;

type Means = Pick<Dependencies, 'jobs' | 'secret' | 'address'>;

/** A place that its letter confirms. It lies in the letter alone: nothing is kept of who never answers. */
interface HeldPlace {
  waitlist: string;
  email: string;
  language: Language;
  /** Milliseconds since 1970. */
  until: number;
}

/** Keeps an address on the waiting list; one that is there already stays as it is. */
export async function joinWaitlist(db: Database, email: string, language: Language) {
  await db
    .insert(waitlist)
    .values({ email: email.toLowerCase(), language })
    .onConflictDoNothing({ target: waitlist.email });
}

/** Moves a place on the waiting list with the address of whom it belongs to. */
export async function moveOnWaitlist(db: Database, from: string, to: string): Promise<void> {
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

/** Asks an address by letter whether it is to be on the waiting list; the same for one that is. */
export async function holdPlace(
  means: Means,
  db: Database,
  { email, language }: { email: string; language: Language },
  now: Date,
): Promise<void> {
  const until = now.getTime() + DAY_MS;
  const held: HeldPlace = { waitlist: randomUUID(), email, language, until };
  const link = `${means.address}/waitlist?mode=confirm#${seal(means.secret, held)}`;
  await postLetter(means, db, { name: 'confirmWaitlist', to: email, language, link });
}

/** Takes the place a letter held, once. @throws {AppError} `link_expired` */
export async function confirmPlace(
  { secret }: Pick<Dependencies, 'secret'>,
  db: Database,
  token: string,
  now: Date,
): Promise<void> {
  const held = opened(secret, token);
  if (!held || held.until <= now.getTime()) throw new AppError('link_expired');
  const rule = { limit: 1, windowMs: held.until - now.getTime() };
  await db.transaction(async (tx) => {
    const { allowed } = await countUse(tx, `waitlist-link:${held.waitlist}`, rule, now);
    if (!allowed) throw new AppError('link_expired');
    await joinWaitlist(tx, held.email, held.language);
  });
}

/** What a link was sealed with; null for anything else, other things we sealed included. */
function opened(secret: string, token: string): HeldPlace | null {
  try {
    const value = unseal(secret, token) as Partial<HeldPlace>;
    return typeof value.waitlist === 'string' ? (value as HeldPlace) : null;
  } catch {
    return null;
  }
}
