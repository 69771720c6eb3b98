import type { Stripe } from 'stripe';
import type { PortalSettings, StripeAccountSettings, TaxSetting } from './policy.ts';

/** Reads a setting; null where the key may not, or Stripe does not answer: the studio says that it could not be read. */
const readOrNull = <T>(read: () => Promise<T>): Promise<T | null> => read().catch(() => null);

/** Reads those settings of the account at Stripe that its API tells. */
export async function readStripeSettings(
  stripe: Stripe,
  tax: TaxSetting,
): Promise<StripeAccountSettings> {
  const [chargesEnabled, webhooks, portal, isTaxReady] = await Promise.all([
    readOrNull(async () => (await stripe.accounts.retrieveCurrent()).charges_enabled),
    readOrNull(() => listWebhooks(stripe)),
    readOrNull(() => readPortal(stripe)),
    readOrNull(() => checkTaxReady(stripe, tax)),
  ]);
  return { chargesEnabled, webhooks, portal, isTaxReady };
}

async function listWebhooks(stripe: Stripe) {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  return data.map(({ url, status, enabled_events: events }) => ({
    url,
    isEnabled: status === 'enabled',
    events,
  }));
}

/**
 * Reads the portal's default configuration: "this configuration can be managed in the Dashboard and portal sessions will use
 * this configuration unless it is overriden when creating the session" (Stripe API, The portal configuration object).
 */
async function readPortal(stripe: Stripe): Promise<'none' | PortalSettings> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 });
  const features = data[0]?.features;
  if (!features) return 'none';
  return {
    changesCard: features.payment_method_update.enabled,
    showsInvoices: features.invoice_history.enabled,
    changesPlan: features.subscription_update.enabled,
    endsAtOnce:
      features.subscription_cancel.enabled && features.subscription_cancel.mode === 'immediately',
  };
}

async function checkTaxReady(stripe: Stripe, tax: TaxSetting): Promise<boolean> {
  if (tax === 'none') return true;
  if (tax === 'automatic') return (await stripe.tax.settings.retrieve()).status === 'active';
  const { active, inclusive } = await stripe.taxRates.retrieve(tax);
  return active && inclusive;
}
