/** What a subscription's status may be (Stripe API, The Subscription object); nothing here is on trial. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';
