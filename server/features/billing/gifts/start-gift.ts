import { AppError } from '#server/http/errors.ts';
import {
  GIFT_CONSENT_VERSION,
  type startGiftCheckout as contract,
} from '#shared/contract/gifts.ts';
import type { z } from 'zod';
import { listPricesForPerson } from '../prices/reads.ts';
import { type Buyer, type CheckoutDependencies, openOrReuseOrderPage } from '../start-checkout.ts';

/**
 * Opens the payment page of a pass for another person, at its price without an offer; resolves to its `url`. It neither
 * needs nor changes the buyer's own pass.
 * @throws consent_outdated; not_found (not on sale in that currency); price_changed; as openOrReuseOrderPage
 */
export async function startGiftCheckout(
  deps: CheckoutDependencies,
  buyer: Buyer,
  { plan, currency, amountMinor, consent }: z.infer<typeof contract.body>,
): Promise<{ url: string }> {
  const { version, ...given } = consent;
  if (version !== GIFT_CONSENT_VERSION) throw new AppError('consent_outdated');
  const now = deps.clock();
  const onSale = await listPricesForPerson(deps.db, buyer.id, now);
  const price = onSale.find((one) => one.plan === plan && one.currency === currency);
  if (!price) throw new AppError('not_found');
  if (price.amountMinor !== amountMinor) throw new AppError('price_changed');
  const { url } = await openOrReuseOrderPage(deps, buyer, {
    plan,
    currency,
    amountMinor,
    usualAmountMinor: amountMinor,
    offerId: null,
    isGift: true,
    consentStatements: Object.keys(given),
    consentVersion: version,
    consentedAt: now,
  });
  return { url };
}
