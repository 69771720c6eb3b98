import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import type { Database } from '#server/db/connect.ts';
import { combineOwnDataQueries } from '#server/db/own-data.ts';
import { ownFlightsOnCountdownQuery } from '#server/features/flights/reads.ts';
import { isSupportOpenQuery } from '#server/features/support/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { buildRateLimitKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import { registerRouteWithOwnData, registerRoute } from '#server/http/route.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import * as contract from '#shared/contract/billing.ts';
import { computeEntitlement } from '#shared/rules/entitlement.ts';
import { computeOfflineAccessEndOrInfinityMs } from '#shared/rules/offline-access.ts';
import { getDefaultCurrency } from '#shared/rules/currencies.ts';
import { setRenewal } from './change-pass.ts';
import {
  changeToYearlyOrGetBankPage,
  cancelUnpaidChange,
  previewYearlyChange,
} from './change-to-yearly.ts';
import { listCurrentPrices, listPricesForPerson, type PriceForPerson } from './prices/reads.ts';
import { choosePassToShow, listCustomerIds, readPassOverview, ownPassesQuery } from './reads.ts';
import { startOrReuseCheckout } from './start-checkout.ts';
import { syncAndCorrectCustomer } from './sync-customer.ts';
import { toOwnPass, toPassSummary } from './wire.ts';
import { withdrawFromPass } from './withdraw-pass.ts';

const PROVIDER_LIMIT = { limit: 60, windowMs: 60_000 };

const ownStatus = combineOwnDataQueries({
  passes: ownPassesQuery,
  flights: ownFlightsOnCountdownQuery,
  isSupported: isSupportOpenQuery,
});

/**
 * Registers the routes by which people see, buy, change and withdraw from passes. In the sandbox no money moves, and
 * the replies say so (`testMode`).
 */
export function billingRoutes(app: App): void {
  const { billing, payments, baseUrl, findLocation, grants } = app.dependencies;
  /** Returns the currency of the country that a request comes from; null when it is unknown. */
  const guessCurrency = (request: FastifyRequest) => {
    const { country } = findLocation(request);
    return country === null ? null : getDefaultCurrency(country, 'UTC');
  };
  const testMode = billing === 'sandbox';
  /** @throws too_many_requests when a person's calls reach the payment provider too often */
  const limitCalls = ({ db, user, now }: { db: Database; user: { id: string }; now: Date }) =>
    consumeRateLimit(db, buildRateLimitKey(app, 'checkout', user.id), PROVIDER_LIMIT, now);

  // Asked on every page, so what it needs comes with the statement that identifies the caller.
  registerRouteWithOwnData(
    app,
    contract.getSubscriptionStatus,
    { rows: ownStatus },
    async (call) => {
      const { identity, user, now, own } = call;
      const { hasActiveAccess, tier } = user;
      const hasPass = tier !== 'free';
      const pass = hasPass ? choosePassToShow(own.passes, now) : null;
      const endsAt = computeEntitlement(own.passes, now).endsAt?.toISOString() ?? null;
      const offlineEndMs = computeOfflineAccessEndOrInfinityMs(endsAt, own.flights, now.getTime());
      // The role alone opens nothing without a network: it could not be taken back.
      const grant = hasPass ? await grants.sign(identity.uid, offlineEndMs, now) : null;
      const { isSupported } = own;
      return { hasActiveAccess, tier, endsAt, ...toPassSummary(pass), grant, isSupported };
    },
  );

  registerRoute(app, contract.listPublicPrices, async ({ db, request }) => ({
    currency: guessCurrency(request),
    prices: payments ? await listCurrentPrices(db) : [],
  }));

  registerRoute(app, contract.listPlans, async ({ db, user, now, request }) => ({
    testMode,
    currency: guessCurrency(request),
    plans: payments ? toPlansReply(await listPricesForPerson(db, user.id, now)) : [],
  }));

  registerRoute(app, contract.startCheckout, async (call) => {
    await limitCalls(call);
    const { checkout, url } = await startOrReuseCheckout(app.dependencies, call.user, call.body);
    const { id, plan, currency, amountMinor, usualAmountMinor } = checkout;
    return { id, plan, currency, amountMinor, usualAmountMinor, testMode, url };
  });

  registerRoute(app, contract.getOwnPass, async ({ db, user, now }) => {
    const own = await readPassOverview(db, user.id, now, payments?.livemode ?? false);
    const prices = own.pass ? await listPricesForPerson(db, user.id, now) : [];
    return {
      pass: own.pass && toOwnPass(own.pass, prices, now),
      alsoCharging: own.alsoCharging.map((one) => toOwnPass(one, prices, now)),
      alsoWithdrawable: own.alsoWithdrawable.map((one) => toOwnPass(one, prices, now)),
      hasReceipts: own.hasReceipts,
    };
  });

  registerRoute(app, contract.setRenewal, async (call) => {
    await limitCalls(call);
    await setRenewal(app.dependencies, call.user.id, call.body);
    return { ok: true as const };
  });

  registerRoute(app, contract.withdrawFromPass, async (call) => {
    await limitCalls(call);
    await withdrawFromPass(app.dependencies, call.user.id, call.body.id);
    return { ok: true as const };
  });

  registerRoute(app, contract.previewYearlyChange, async (call) => {
    await limitCalls(call);
    return (await previewYearlyChange(app.dependencies, call.user.id)).reply;
  });

  registerRoute(app, contract.changeToYearly, async (call) => {
    await limitCalls(call);
    const bankUrl = await changeToYearlyOrGetBankPage(app.dependencies, call.user.id, call.body);
    return { ok: true as const, bankUrl };
  });

  registerRoute(app, contract.cancelYearlyChange, async (call) => {
    await limitCalls(call);
    await cancelUnpaidChange(app.dependencies, call.user.id);
    return { ok: true as const };
  });

  registerRoute(app, contract.createPortalSession, async (call) => {
    await limitCalls(call);
    const { db, user } = call;
    const [customerId] = await listCustomerIds(db, user.id, payments?.livemode);
    if (!payments || !customerId) throw new AppError('not_found');
    const back = `${baseUrl}/subscription`;
    return { url: await payments.openPortal(customerId, back, user.preferredLanguage) };
  });

  registerRoute(app, contract.syncPass, async ({ db, user, now }) => {
    await consumeRateLimit(db, buildRateLimitKey(app, 'sync-pass', user.id), PROVIDER_LIMIT, now);
    await runEachDespiteFailures(await listCustomerIds(db, user.id, payments?.livemode), (id) =>
      syncAndCorrectCustomer(app.dependencies, id),
    );
    return { ok: true as const };
  });
}

function toPlansReply(onSale: readonly PriceForPerson[]) {
  return [...Map.groupBy(onSale, ({ plan }) => plan)].map(([plan, prices]) => ({
    plan,
    tag: prices[0]?.tag ?? null,
    prices: prices.map(({ id, currency, amountMinor, offer }) => ({
      id,
      currency,
      amountMinor,
      offer: offer && { ...offer, endsAt: offer.endsAt.toISOString() },
    })),
  }));
}
