import type { StripeCheck } from '#shared/contract/pricing.ts';
import { SYNCED_EVENT_TYPES } from '../stripe/policy.ts';

/**
 * How Stripe is asked to compute tax: not at all, by its automatic tax, or by one rate of its catalogue, whose id begins
 * with `txr_`.
 */
export type TaxSetting = 'none' | 'automatic' | `txr_${string}`;

/** What Stripe says of one of its settings; null where the key may not read it, or Stripe did not answer. */
export interface StripeAccountSettings {
  chargesEnabled: boolean | null;
  webhooks: { url: string; isEnabled: boolean; events: readonly string[] }[] | null;
  /** The customer portal's default configuration; `none` before it is saved for the first time. */
  portal: 'none' | PortalSettings | null;
  /** Whether what `BILLING_TAX` names can be used: automatic tax is set up, or the rate is active and inclusive. */
  isTaxReady: boolean | null;
}

export interface PortalSettings {
  changesCard: boolean;
  showsInvoices: boolean;
  /** Whether people can go to another plan there, past the order and its consents. */
  changesPlan: boolean;
  /** Whether people can end a pass there before what they have paid is over. */
  endsAtOnce: boolean;
}

/** Compares Stripe's settings with what the server needs; `webhookUrl` is its own address for events. */
export function checkStripeSettings(
  { chargesEnabled, webhooks, portal, isTaxReady }: StripeAccountSettings,
  { webhookUrl, tax }: { webhookUrl: string; tax: TaxSetting },
): StripeCheck[] {
  const endpoint = webhooks?.find(({ url, isEnabled }) => url === webhookUrl && isEnabled);
  const missing = endpoint?.events.includes('*')
    ? []
    : [...SYNCED_EVENT_TYPES].filter((event) => !endpoint?.events.includes(event));
  const saved = portal === 'none' ? null : portal;
  const readPortal = (isRight: (settings: PortalSettings) => boolean) =>
    portal === null ? null : saved !== null && isRight(saved);
  return [
    toCheck('account', chargesEnabled),
    toCheck('webhook', webhooks && endpoint !== undefined, webhookUrl),
    ...(endpoint ? [toCheck('events', missing.length === 0, missing.join(', '))] : []),
    toCheck(
      'portal',
      readPortal(({ changesCard, showsInvoices }) => changesCard && showsInvoices),
    ),
    toCheck(
      'portalPlans',
      readPortal(({ changesPlan, endsAtOnce }) => !changesPlan && !endsAtOnce),
    ),
    ...(tax === 'none' ? [] : [toCheck('tax', isTaxReady, tax)]),
    // No call of Stripe's API answers these.
    { name: 'dunning', state: 'by_hand', detail: '' },
    { name: 'emails', state: 'by_hand', detail: '' },
  ];
}

const toCheck = (name: StripeCheck['name'], isRight: boolean | null, detail = ''): StripeCheck => ({
  name,
  detail: isRight ? '' : detail,
  state: isRight === null ? 'unread' : isRight ? 'ok' : 'to_do',
});
