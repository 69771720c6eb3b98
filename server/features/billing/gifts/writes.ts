import { createHash } from 'node:crypto';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { encrypt } from '#server/encryption.ts';
import { users } from '#server/features/account/table.ts';
import { type EmailName, queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { buildSignedInLink } from '#shared/rules/own-path.ts';
import { reportBoughtGift } from '../events/writes.ts';
import { isEmailRequiredByLaw } from '../notices/policy.ts';
import { formatContractParty, queuePassEmailIfBought, toEmailTaxLine } from '../notices/writes.ts';
import { isFullyRefundedOrLost, type Payment, type ProviderGift } from '../policy.ts';
import { readPassOverview, lockBuyerProfile } from '../reads.ts';
import { checkouts, passes } from '../table.ts';
import { computeWithdrawalDeadline } from '../withdrawal/policy.ts';
import { createGiftCode, computeGiftEnd, normaliseGiftCode } from './policy.ts';
import { gifts } from './table.ts';

type Deps = Pick<Dependencies, 'jobs' | 'secret' | 'clock' | 'baseUrl' | 'operator' | 'identity'>;
type Gift = typeof gifts.$inferSelect;

/** Not keyed by the server's secret, which may be replaced while a code is still unused. */
const indexCode = (code: string) => createHash('sha256').update(`gift:${code}`).digest('hex');

interface Reading {
  userId: string;
  livemode: boolean;
}

/**
 * Stores the gifts that a customer has paid, each with a code that its buyer gets by e-mail, and follows what becomes of their
 * payments (followPayment).
 */
export async function savePaidGiftsAndEmailCodes(
  deps: Deps,
  tx: Database,
  { userId, livemode }: Reading,
  paid: readonly ProviderGift[],
): Promise<void> {
  for (const { plan, checkoutId, payment, taxMinor } of paid) {
    const [known] = await tx.select().from(gifts).where(eq(gifts.paymentRef, payment.id)).limit(1);
    if (known) await followPayment(deps, tx, known, payment);
    if (known || isFullyRefundedOrLost(payment) || checkoutId === null) continue;
    const [order] = await tx
      .select({ id: checkouts.id, timeZone: users.timeZone })
      .from(checkouts)
      .innerJoin(users, eq(users.id, checkouts.userId))
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.userId, userId)))
      .limit(1);
    if (!order) continue;
    const code = createGiftCode();
    const { id: paymentRef, amountMinor, currency, at: boughtAt } = payment;
    const [gift] = await tx
      .insert(gifts)
      .values({
        buyerId: userId,
        checkoutId,
        plan,
        livemode,
        paymentRef,
        amountMinor,
        currency,
        boughtAt,
        withdrawUntil: computeWithdrawalDeadline(boughtAt, order.timeZone ?? 'UTC'),
        codeIndex: indexCode(code),
        code: encrypt(deps.secret, { code }),
      })
      .returning();
    if (!gift) continue;
    await queueGiftEmail(deps, tx, gift, 'giftBought', { code, taxMinor });
    await reportBoughtGift(deps, tx, { plan, amountMinor, currency, livemode });
  }
  await moveWaitingGifts(tx, userId, deps.clock());
}

/** Follows what becomes of the payment of a gift, also once its buyer has no account any more. */
export async function updateGiftFromItsPayment(
  deps: Deps & Pick<Dependencies, 'db'>,
  payment: Payment,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isPaidBy = eq(gifts.paymentRef, payment.id);
    const [gift] = await tx.select().from(gifts).where(isPaidBy).limit(1).for('update');
    if (gift) await followPayment(deps, tx, gift, payment);
  });
}

/**
 * Takes back a gift whose payment was given back: the code, or the pass that it became. It is there again where the bank sent
 * the refund back, but for one that was withdrawn.
 */
async function followPayment(deps: Deps, tx: Database, gift: Gift, payment: Payment) {
  const { id, passId, refundedAt, withdrawnAt } = gift;
  const isGone = isFullyRefundedOrLost(payment);
  if (isGone && !refundedAt) return takeBackGift(deps, tx, gift);
  if (isGone || !refundedAt || withdrawnAt) return undefined;
  await tx.update(gifts).set({ refundedAt: null }).where(eq(gifts.id, id));
  const isEndedByThat = and(eq(passes.id, passId ?? id), eq(passes.revokedAt, refundedAt));
  return tx.update(passes).set({ revokedAt: null }).where(isEndedByThat);
}

/**
 * Has redeemed gifts that wait for another pass begin when that ends: earlier where it was withdrawn from, refunded or taken back,
 * and later where it goes on after all.
 */
export async function moveWaitingGifts(tx: Database, userId: string, now: Date): Promise<void> {
  const isOpen = and(
    eq(passes.userId, userId),
    isNull(passes.revokedAt),
    or(isNull(passes.endsAt), gt(passes.endsAt, now)),
  );
  const open = await tx.select().from(passes).where(isOpen).orderBy(passes.startsAt).limit(100);
  let free = now;
  for (const { id, source, plan, startsAt, endsAt } of open) {
    const isWaiting = source === 'gift' && plan !== null && startsAt > now;
    const end = isWaiting ? computeGiftEnd(plan, free) : endsAt;
    if (isWaiting && free.getTime() !== startsAt.getTime())
      await tx
        .update(passes)
        .set({ startsAt: free, periodStart: free, endsAt: end, periodEnd: end })
        .where(eq(passes.id, id));
    // Nothing begins after what never ends.
    if (end === null) return;
    if (end > free) free = end;
  }
}

/** Takes back the code of a gift, or the pass that it became. */
export async function takeBackGift(deps: Deps, tx: Database, gift: Gift): Promise<void> {
  const now = deps.clock();
  // A refund that its bank had sent back, and that was made again.
  const isTold = gift.refundToldAt !== null;
  const told = { refundedAt: now, refundToldAt: gift.refundToldAt ?? now };
  await tx.update(gifts).set(told).where(eq(gifts.id, gift.id));
  if (gift.passId) await endGiftPass(deps, tx, gift.passId, { now, isTold });
  // Of a withdrawal its confirmation has told.
  if (!gift.withdrawnAt && !isTold) await queueGiftEmail(deps, tx, gift, 'giftRefunded');
}

/** Ends the pass that a gift became, and tells its owner unless they were told; does nothing when it is over. */
export async function endGiftPass(
  deps: Deps,
  tx: Database,
  id: string,
  { now, isTold = false }: { now: Date; isTold?: boolean },
): Promise<void> {
  const isOpen = and(
    eq(passes.id, id),
    isNull(passes.revokedAt),
    or(isNull(passes.endsAt), gt(passes.endsAt, now)),
  );
  const [pass] = await tx.update(passes).set({ revokedAt: now }).where(isOpen).returning();
  if (!pass) return;
  const email = { name: 'passEnded', amountMinor: 0 } as const;
  if (!isTold) await queuePassEmailIfBought(deps, tx, pass.userId, pass, email);
  await moveWaitingGifts(tx, pass.userId, now);
}

/**
 * Queues an e-mail about a gift to its buyer, in the transaction of the change; none once their account is gone. To an
 * unconfirmed address only what the law wants is sent, and never the code.
 */
export async function queueGiftEmail(
  deps: Deps,
  tx: Database,
  gift: Gift,
  occasion: Exclude<Extract<EmailName, `gift${string}`>, 'giftOrdered'>,
  { code = '', taxMinor = null }: { code?: string; taxMinor?: number | null } = {},
): Promise<void> {
  if (gift.buyerId === null) return;
  const [buyer] = await tx.select().from(users).where(eq(users.id, gift.buyerId)).limit(1);
  if (!buyer) return;
  const isConfirmed = await deps.identity.isEmailConfirmed(tx, buyer);
  const name = occasion === 'giftBought' && !isConfirmed ? 'giftOrdered' : occasion;
  if (!isConfirmed && !isEmailRequiredByLaw(name)) return;
  const { email: to, subject, preferredLanguage: language } = buyer;
  const timeZone = buyer.timeZone ?? 'UTC';
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: gift.currency });
  const formatDay = (at: Date) =>
    day.format(at).replace(/^1(?= \p{L})/u, language === 'fr' ? '1er' : '1');
  const values = {
    ...(name === 'giftBought' && { code }),
    plan: gift.plan,
    amount: money.format(gift.amountMinor / 100),
    ...toEmailTaxLine(deps.operator, taxMinor, (minor) => money.format(minor / 100)),
    page: buildSignedInLink(deps.baseUrl, '/subscription'),
    today: formatDay(deps.clock()),
    time: time.format(deps.clock()),
    withdrawUntil: formatDay(gift.withdrawUntil),
    name: formatContractParty(buyer, isConfirmed),
  };
  const link = buildSignedInLink(deps.baseUrl, '/subscription');
  const isTest = !gift.livemode;
  await queueEmailWithinLimits(deps, tx, { name, to, language, link, values, isTest }, subject);
}

/**
 * Redeems a code for a person: the pass begins now, or when the one that they have ends.
 * @throws gift_unknown (no such code, or it was taken back); gift_used; gift_waits (it has to wait for another pass,
 * hasToWait: the code stays valid)
 */
export async function redeemGift(
  db: Database,
  userId: string,
  typed: string,
  { now, livemode }: { now: Date; livemode: boolean },
) {
  const code = normaliseGiftCode(typed);
  if (code === null) throw new AppError('gift_unknown');
  return db.transaction(async (tx) => {
    await lockBuyerProfile(tx, userId);
    const [gift] = await tx
      .select()
      .from(gifts)
      .where(and(eq(gifts.codeIndex, indexCode(code)), eq(gifts.livemode, livemode)))
      .limit(1)
      .for('update');
    if (!gift || gift.withdrawnAt || gift.refundedAt) throw new AppError('gift_unknown');
    if (gift.redeemedAt) throw new AppError('gift_used');
    const { plan, currency } = gift;
    const startsAt = await findRedeemedPassStart(tx, userId, plan, { now, livemode });
    const endsAt = computeGiftEnd(plan, startsAt);
    const [pass] = await tx
      .insert(passes)
      .values({
        userId,
        plan,
        currency,
        livemode,
        startsAt,
        endsAt,
        createdAt: now,
        periodStart: startsAt,
        periodEnd: endsAt,
        renews: false,
        status: 'live' as const,
        tier: plan === 'lifetime' ? ('lifetime' as const) : ('premium' as const),
        source: 'gift' as const,
      })
      .returning({ id: passes.id });
    await tx
      .update(gifts)
      .set({ redeemedAt: now, passId: pass?.id ?? null })
      .where(eq(gifts.id, gift.id));
    return { plan, startsAt, endsAt };
  });
}

/** Finds when a redeemed pass begins. @throws gift_waits where it has to wait for another one (hasToWait) */
async function findRedeemedPassStart(
  tx: Database,
  userId: string,
  plan: Gift['plan'],
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<Date> {
  const { pass, alsoCharging } = await readPassOverview(tx, userId, now, livemode);
  if ([...alsoCharging, ...(pass ? [pass] : [])].some((one) => hasToWait(plan, one)))
    throw new AppError('gift_waits');
  const [last] = await tx
    .select({ endsAt: passes.endsAt })
    .from(passes)
    .where(and(eq(passes.userId, userId), isNull(passes.revokedAt)))
    .orderBy(desc(passes.endsAt))
    .limit(1);
  return last?.endsAt && last.endsAt > now ? last.endsAt : now;
}

/**
 * Whether a gift of a plan has to wait for a pass: one for good, or one that gives access and renews by itself. One that is
 * paused, or still to be paid, gives none meanwhile; but nothing charges beside a lifetime pass.
 */
const hasToWait = (
  plan: Gift['plan'],
  {
    tier,
    source,
    status,
    renews,
    isActive,
  }: Pick<typeof passes.$inferSelect, 'tier' | 'source' | 'status' | 'renews'> & {
    isActive: boolean;
  },
) => {
  const isRenewing = source === 'subscription' && status !== 'ended' && renews === true;
  return isActive ? tier === 'lifetime' || isRenewing : isRenewing && plan === 'lifetime';
};
