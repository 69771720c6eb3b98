import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { AppError } from '#server/http/errors.ts';
import type { Currency, Plan } from '#shared/contract/fields.ts';
import { findCheckout } from './reads.ts';
import { checkouts, passes, prices } from './table.ts';

/** An open checkout expires after a day. */
const CHECKOUT_LIFETIME_MS = 24 * 60 * 60_000;

/** Locks the buyer's profile row, so that one person's purchases are serialised. */
async function lockBuyer(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** @throws already_active when the person has an active or future pass, so that nobody pays twice. */
async function assertNoActivePass(tx: Database, userId: string, now: Date): Promise<void> {
  const alive = await tx
    .select({ id: passes.id })
    .from(passes)
    .where(
      and(
        eq(passes.userId, userId),
        isNull(passes.revokedAt),
        or(isNull(passes.endsAt), gt(passes.endsAt, now)),
      ),
    )
    .limit(1);
  if (alive.length > 0) throw new AppError('already_active');
}

/**
 * Opens a checkout at the current price and deletes any other open one.
 * @throws not_found when the plan is not on sale in that currency; already_active with a pass.
 */
export async function openCheckout(
  db: Database,
  userId: string,
  { plan, currency }: { plan: Plan; currency: Currency },
  now: Date,
) {
  const [price] = await db
    .select({ amountMinor: prices.amountMinor })
    .from(prices)
    .where(and(eq(prices.plan, plan), eq(prices.currency, currency), eq(prices.onSale, true)))
    .limit(1);
  if (!price) throw new AppError('not_found');
  return db.transaction(async (tx) => {
    await lockBuyer(tx, userId);
    await assertNoActivePass(tx, userId, now);
    await tx
      .delete(checkouts)
      .where(and(eq(checkouts.userId, userId), eq(checkouts.status, 'open')));
    const [checkout] = await tx
      .insert(checkouts)
      .values({
        userId,
        plan,
        currency,
        provider: 'sandbox',
        status: 'open',
        createdAt: now,
        ...price,
      })
      .returning();
    if (!checkout) throw new AppError('server_error');
    return checkout;
  });
}

/**
 * Accepts or declines an open sandbox checkout; when accepted, creates the pass in the same transaction. Paying
 * again returns the paid checkout unchanged: one checkout never makes two passes.
 * @throws checkout_closed when it was declined before; not_found when it belongs to somebody else or is over a
 *   day old; already_active when a pass was created meanwhile.
 */
export async function payCheckout(
  db: Database,
  userId: string,
  checkoutId: string,
  card: 'accepted' | 'declined',
  now: Date,
) {
  return db.transaction(async (tx) => {
    const status = card === 'accepted' ? ('paid' as const) : ('declined' as const);
    await lockBuyer(tx, userId);
    const opened = await findCheckout(tx, userId, checkoutId);
    if (opened?.status === 'open') {
      if (now.getTime() - opened.createdAt.getTime() > CHECKOUT_LIFETIME_MS)
        throw new AppError('not_found');
      await assertNoActivePass(tx, userId, now);
    }
    const [decided] = await tx
      .update(checkouts)
      .set({ status })
      .where(
        and(
          eq(checkouts.id, checkoutId),
          eq(checkouts.userId, userId),
          eq(checkouts.status, 'open'),
        ),
      )
      .returning();
    if (decided && status === 'paid') {
      await tx.insert(passes).values({
        userId,
        tier: decided.plan === 'lifetime' ? 'lifetime' : 'premium',
        source: 'sandbox',
        checkoutId,
        startsAt: now,
        createdAt: now,
        endsAt: computePassEnd(decided.plan, now),
      });
    }
    const checkout = decided ?? (await findCheckout(tx, userId, checkoutId));
    if (!checkout) throw new AppError('not_found');
    if (!decided && (checkout.status !== 'paid' || card !== 'accepted')) {
      throw new AppError('checkout_closed');
    }
    return checkout;
  });
}

/**
 * End of a pass bought at `start`: the same day of the next month or year, clamped to the month's last day;
 * null for lifetime.
 */
function computePassEnd(plan: Plan, start: Date): Date | null {
  if (plan === 'lifetime') return null;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (plan === 'monthly' ? 1 : 12));
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}
