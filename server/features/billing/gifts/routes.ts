import type { App } from '#server/dependencies.ts';
import { buildRateLimitKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/gifts.ts';
import { listBoughtGifts } from './reads.ts';
import { startGiftCheckout } from './start-gift.ts';
import { toGiftOfPerson, toOwnGift } from './wire.ts';
import { refundAndEndGiftAndEmailBuyer, withdrawGift } from './withdraw-gift.ts';
import { redeemGift } from './writes.ts';

/** Limits of one person's orders of gifts, and of the codes that they try. */
const ORDERS = { limit: 20, windowMs: 60_000 };
const TRIES = { limit: 20, windowMs: 60 * 60_000 };

/** Registers the routes by which people buy, list and give back gifts, and redeem their codes, and those by which admins refund one. */
export function giftRoutes(app: App): void {
  const { payments, secret } = app.dependencies;
  const livemode = payments?.livemode ?? false;

  registerRoute(app, contract.startGiftCheckout, async ({ db, user, body, now }) => {
    await consumeRateLimit(db, buildRateLimitKey(app, 'gift', user.id), ORDERS, now);
    return startGiftCheckout(app.dependencies, user, body);
  });

  registerRoute(app, contract.listGifts, async ({ db, user, now }) => ({
    gifts: (await listBoughtGifts(db, user.id)).map((gift) => toOwnGift(gift, { secret, now })),
  }));

  registerRoute(app, contract.withdrawGift, async ({ db, user, params, now }) => {
    await consumeRateLimit(db, buildRateLimitKey(app, 'gift', user.id), ORDERS, now);
    await withdrawGift(app.dependencies, user.id, params.id);
    return { ok: true as const };
  });

  registerRoute(app, contract.redeemGift, async ({ db, user, body, now }) => {
    await consumeRateLimit(db, buildRateLimitKey(app, 'redeem', user.id), TRIES, now);
    const { plan, startsAt, endsAt } = await redeemGift(db, user.id, body.code, { now, livemode });
    return {
      plan: contract.GIFT_PLANS.find((one) => one === plan) ?? 'yearly',
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    };
  });

  registerRoute(app, contract.listGiftsOfPerson, async ({ db, params }) => ({
    gifts: (await listBoughtGifts(db, params.id)).map(toGiftOfPerson),
  }));

  registerRoute(app, contract.refundGift, async ({ params, body, user, now }) => {
    await refundAndEndGiftAndEmailBuyer(
      app.dependencies,
      { ...body, id: params.id },
      { actorId: user.id, at: now },
    );
    return { ok: true as const };
  });
}
