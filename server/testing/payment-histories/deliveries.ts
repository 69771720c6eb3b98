import { createHmac } from 'node:crypto';
import type { TestApp } from '../app.ts';
import type { StripeEvent } from '../stripe-model/objects.ts';
import type { RandomSource } from './random-source.ts';
import { HOUR_MS, MINUTE_MS } from './times.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_model';

/**
 * When an event is delivered, in milliseconds after it was made; never when it is lost. "Webhook endpoints might occasionally
 * receive the same event more than once"; "Stripe doesn't guarantee the delivery of events in the order that they're
 * generated"; it tries "for up to three days with an exponential back off" (Stripe, Receive Stripe events in your webhook
 * endpoint).
 */
export function computeDeliveryDelaysMs(chance: RandomSource, hasFaults: boolean) {
  if (!hasFaults) return { fate: 'soon', delays: [chance.between(500, 5000)] } as const;
  const fate = chance.pick(['soon', 'twice', 'late', 'never'] as const, [70, 12, 10, 8]);
  const soon = chance.between(500, 5 * MINUTE_MS);
  if (fate === 'soon') return { fate, delays: [soon] };
  if (fate === 'twice') return { fate, delays: [soon, soon + chance.between(1000, 30 * HOUR_MS)] };
  return { fate, delays: fate === 'late' ? [chance.between(10 * MINUTE_MS, 72 * HOUR_MS)] : [] };
}

const WORDS =
  /^(?:checkout\.session\.|customer\.(?:deleted|subscription\.)|invoice\.(?:paid|payment_failed)|charge\.(?:refunded|dispute\.)|refund\.)/;

/** Whether an event is one of those by which Stripe's guides have an app learn of a change (Using webhooks with subscriptions). */
export const isEventNamedInStripeGuides = ({ type }: StripeEvent) => WORDS.test(type);

/**
 * Delivers an event to the app, signed at the moment of delivery: "Stripe generates a new signature and timestamp for each
 * delivery attempt". Resolves to the status.
 */
export async function deliverEvent({ app, clock }: TestApp, event: StripeEvent): Promise<number> {
  const payload = JSON.stringify(event);
  const at = Math.floor(clock().getTime() / 1000);
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${payload}`).digest('hex');
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${at},v1=${signature}`,
    },
  });
  return statusCode;
}
