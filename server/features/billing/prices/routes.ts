import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/pricing.ts';
import { listAllPlansWithPrices, listOffers, listPriceHistory } from './reads.ts';
import type { prices } from './table.ts';
import {
  changeOfferEndOrDeleteUnbegun,
  changePlanSaleStateAndTag,
  changePrice,
  addOffer,
} from './writes.ts';

const MAX_LISTED = 100;

const toPrice = ({ id, currency, amountMinor, validFrom }: typeof prices.$inferSelect) => ({
  id,
  currency,
  amountMinor,
  validFrom: validFrom.toISOString(),
});

/** Registers the admin routes of prices, plans and offers. */
export function pricingRoutes(app: App): void {
  const { billing, payments } = app.dependencies;

  registerRoute(app, contract.getStudioPricing, async ({ db }) => {
    const [plans, offers] = await Promise.all([
      listAllPlansWithPrices(db),
      listOffers(db, MAX_LISTED),
    ]);
    return {
      billing,
      livemode: payments?.livemode ?? false,
      plans: plans.map((one) => ({ ...one, prices: one.prices.map(toPrice) })),
      offers: offers.map(({ offer, timesUsed }) => ({
        ...offer,
        timesUsed,
        startsAt: offer.startsAt.toISOString(),
        endsAt: offer.endsAt.toISOString(),
      })),
    };
  });

  registerRoute(app, contract.listPriceHistory, async ({ db, query }) => {
    const found = await listPriceHistory(db, query.plan, query.currency, MAX_LISTED);
    return {
      prices: found.map((one) => ({
        ...toPrice(one),
        validUntil: one.validUntil?.toISOString() ?? null,
      })),
    };
  });

  registerRoute(app, contract.changePrice, async ({ db, body, user, now }) => ({
    id: await changePrice(db, body, { actorId: user.id, at: now }),
  }));

  registerRoute(app, contract.changePlanSaleStateAndTag, async ({ db, body, user, now }) => {
    await changePlanSaleStateAndTag(db, body, { actorId: user.id, at: now });
    return { ok: true as const };
  });

  registerRoute(app, contract.createOffer, async ({ db, body, user, now }) => {
    const startsAt = new Date(body.startsAt);
    const endsAt = new Date(body.endsAt);
    const offer = { ...body, startsAt, endsAt };
    return { id: await addOffer(db, offer, { actorId: user.id, at: now }) };
  });

  registerRoute(app, contract.changeOfferEnd, async ({ db, params, body, user, now }) => {
    const endsAt = body.endsAt === null ? now : new Date(body.endsAt);
    const change = { id: params.id, endsAt, was: new Date(body.was) };
    await changeOfferEndOrDeleteUnbegun(db, change, { actorId: user.id, at: now });
    return { ok: true as const };
  });
}
