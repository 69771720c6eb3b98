import { lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { CookieChoice } from '#shared/rules/cookie-consent.ts';
import { mergeCookieChoices } from './policy.ts';
import { type CookieDecision, findCookieDecision } from './reads.ts';
import { cookieDecisions } from './table.ts';

/** A decision to record: the categories allowed, and where, when and how it was made. */
export interface NewCookieDecision extends Pick<
  CookieDecision,
  'region' | 'privacySignal' | 'wording' | 'ipAddress' | 'decidedAt' | 'expiresAt'
> {
  choice: CookieChoice;
  source: 'chosen' | 'joined';
}

/**
 * Stores the cookie decision of a visitor who is not signed in, as proof of consent only, and returns it as stored; the
 * browser's privacy signal refuses marketing.
 */
export function recordVisitorCookieDecision(
  db: Database,
  given: NewCookieDecision,
): Promise<CookieDecision> {
  return insertDecision(db, { ...given, choice: mergeCookieChoices(given, null) }, null);
}

/**
 * Stores a signed-in person's decision about cookies, merged with the valid one (see `mergeCookieChoices`), and returns the
 * decision that applies from now on. One that was made before signing in expires no later than the one before.
 * Decisions of one person are serialised.
 * @throws {AppError} unauthorised (the account was erased meanwhile); too_many
 */
export async function saveOrMergeCookieDecision(
  db: Database,
  userId: string,
  given: NewCookieDecision,
): Promise<CookieDecision> {
  return db.transaction(async (tx) => {
    if (!(await lockProfileForUpdateIfExists(tx, userId))) throw new AppError('unauthorised');
    const held =
      given.source === 'joined' && (await findCookieDecision(tx, userId, given.decidedAt));
    const choice = mergeCookieChoices(given, held || null);
    // Joining does not make an older decision last longer.
    const expiresAt = held && held.expiresAt < given.expiresAt ? held.expiresAt : given.expiresAt;
    return insertDecision(tx, { ...given, choice, expiresAt }, userId);
  });
}

/**
 * Ends a person's valid decision about cookies, if any; earlier rows stay as proof.
 * @throws {AppError} unauthorised (the account was erased meanwhile)
 */
export async function endCookieDecision(db: Database, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockProfileForUpdateIfExists(tx, userId))) throw new AppError('unauthorised');
    const held = await findCookieDecision(tx, userId, now);
    if (!held) return;
    const { id: _, ...proof } = held;
    await tx
      .insert(cookieDecisions)
      .values({ ...proof, source: 'ended', decidedAt: now, expiresAt: now });
  });
}

async function insertDecision(
  db: Database,
  { choice, ...given }: NewCookieDecision,
  userId: string | null,
): Promise<CookieDecision> {
  const [row] = await db
    .insert(cookieDecisions)
    .values({ ...given, ...choice, userId })
    .returning();
  if (!row) throw new Error('The decision returned no row');
  if (userId !== null) await assertRowCapNotExceeded(db, cookieDecisions, userId);
  return row;
}

const PROOF_KEPT_MS = 365 * 86_400_000;

/** Deletes decisions about cookies that expired a year ago, those of visitors included. */
export async function deleteOldCookieDecisions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PROOF_KEPT_MS);
  await db.delete(cookieDecisions).where(lt(cookieDecisions.expiresAt, before));
}
