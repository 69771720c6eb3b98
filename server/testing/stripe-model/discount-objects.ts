import type { StripeObject, Metadata } from './objects.ts';

// Objects of Stripe's API by which something costs less; their shapes follow the published examples too.

export interface Coupon extends StripeObject<'coupon'> {
  percent_off: number | null;
  amount_off: number | null;
  currency: string | null;
  duration: 'once' | 'forever' | 'repeating';
  duration_in_months: number | null;
  max_redemptions: number | null;
  redeem_by: number | null;
  times_redeemed: number;
  name: string | null;
  metadata: Metadata;
  valid: boolean;
}

export interface PromotionCode extends StripeObject<'promotion_code'> {
  active: boolean;
  code: string;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  metadata: Metadata;
  promotion: { type: 'coupon'; coupon: string };
  restrictions: {
    first_time_transaction: boolean;
    minimum_amount: number | null;
    minimum_amount_currency: string | null;
  };
  times_redeemed: number;
}

/** "Represents the actual application of a coupon or promotion code" (Stripe API, Discounts). */
export interface Discount {
  id: string;
  object: 'discount';
  source: { type: 'coupon'; coupon: string };
  promotion_code: string | null;
  customer: string | null;
  checkout_session: string | null;
  subscription: string | null;
  subscription_item: string | null;
  invoice: string | null;
  invoice_item: string | null;
  start: number;
  end: number | null;
}

export interface SubscriptionSchedule extends StripeObject<'subscription_schedule'> {
  customer: string;
  status: 'not_started' | 'active' | 'completed' | 'released' | 'canceled';
  subscription: string | null;
  released_subscription: string | null;
  canceled_at: number | null;
  completed_at: number | null;
  released_at: number | null;
  current_phase: { start_date: number; end_date: number } | null;
  end_behavior: 'release' | 'cancel';
  metadata: Metadata;
  phases: SchedulePhase[];
}

export interface SchedulePhase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number; metadata: Metadata }[];
  discounts: { coupon: null; discount: string; promotion_code: null }[];
  default_tax_rates: { id: string }[];
  metadata: Metadata | null;
  currency: string;
  proration_behavior: 'none' | 'create_prorations' | 'always_invoice';
  trial_end: number | null;
}
