import type Stripe from 'stripe';

/** The part of an event that Envol uses: whose state to read again. */
export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | null;
  /** The payment that the event is about, if any; identifies the customer of a dispute. */
  paymentRef: string | null;
}

interface EventObject {
  object?: string;
  id?: string;
  customer?: string | { id: string };
  payment_intent?: string;
}

/** Converts an event to the part of it that is used. */
export function toProviderEvent({ id, type, data }: Stripe.Event): ProviderEvent {
  const object = data.object as EventObject;
  const customer = object.object === 'customer' ? object.id : object.customer;
  const customerId = typeof customer === 'object' ? customer?.id : customer;
  return { id, type, customerId: customerId ?? null, paymentRef: object.payment_intent ?? null };
}
