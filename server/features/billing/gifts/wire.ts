import { decrypt } from '#server/encryption.ts';
import { GIFT_PLANS, type GiftOfPerson, type OwnGift } from '#shared/contract/gifts.ts';
import type { gifts } from './table.ts';

/** Returns a gift's code; null where it was encrypted with a secret that was replaced since: the e-mail has it. */
function readCode(secret: string, encrypted: string): string | null {
  try {
    return (decrypt(secret, encrypted) as { code: string }).code;
  } catch {
    return null;
  }
}

/** Converts a gift to the reply for its buyer. */
export function toOwnGift(
  gift: typeof gifts.$inferSelect,
  { secret, now }: { secret: string; now: Date },
): OwnGift {
  const { id, amountMinor, currency, boughtAt, redeemedAt, withdrawUntil } = gift;
  const returnedAt = gift.withdrawnAt ?? gift.refundedAt;
  const isOpen = redeemedAt === null && returnedAt === null;
  return {
    id,
    amountMinor,
    currency,
    plan: GIFT_PLANS.find((one) => one === gift.plan) ?? 'yearly',
    boughtAt: boughtAt.toISOString(),
    code: isOpen ? readCode(secret, gift.code) : null,
    redeemedAt: redeemedAt?.toISOString() ?? null,
    returnedAt: returnedAt?.toISOString() ?? null,
    withdrawUntil: isOpen && now <= withdrawUntil ? withdrawUntil.toISOString() : null,
  };
}

/** Converts a gift to the reply for admins, without its code. */
export function toGiftOfPerson(gift: typeof gifts.$inferSelect): GiftOfPerson {
  const { id, amountMinor, currency, boughtAt, redeemedAt, paymentRef } = gift;
  return {
    id,
    amountMinor,
    currency,
    paymentRef,
    plan: GIFT_PLANS.find((one) => one === gift.plan) ?? 'yearly',
    boughtAt: boughtAt.toISOString(),
    redeemedAt: redeemedAt?.toISOString() ?? null,
    returnedAt: (gift.withdrawnAt ?? gift.refundedAt)?.toISOString() ?? null,
  };
}
