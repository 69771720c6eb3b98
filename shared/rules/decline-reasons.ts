/** Why a bank refuses a card, in the groups that an operator can act on. */
export const DECLINE_REASONS = [
  'funds',
  'limit',
  'expired',
  'details',
  'confirmation',
  'lost',
  'fraud',
  'unsupported',
  'stopped',
  'later',
  'refused',
] as const;
type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Stripe's decline codes (https://docs.stripe.com/declines/codes) and error codes of card payments, by group. */
const CODES: Record<Exclude<DeclineReason, 'refused'>, readonly string[]> = {
  funds: ['insufficient_funds'],
  limit: ['card_velocity_exceeded', 'withdrawal_count_limit_exceeded'],
  expired: ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
  details: [
    'incorrect_address',
    'incorrect_cvc',
    'incorrect_number',
    'incorrect_pin',
    'incorrect_zip',
    'invalid_account',
    'invalid_cvc',
    'invalid_number',
    'invalid_pin',
    'new_account_information_available',
    'pin_try_exceeded',
  ],
  confirmation: [
    'authentication_required',
    'offline_pin_required',
    'online_or_offline_pin_required',
  ],
  lost: ['lost_card', 'pickup_card', 'restricted_card', 'stolen_card'],
  fraud: ['fraudulent', 'merchant_blacklist', 'security_violation'],
  unsupported: [
    'card_not_supported',
    'currency_not_supported',
    'invalid_amount',
    'not_permitted',
    'service_not_allowed',
    'transaction_not_allowed',
  ],
  stopped: [
    'do_not_try_again',
    'revocation_of_all_authorizations',
    'revocation_of_authorization',
    'stop_payment_order',
  ],
  later: [
    'approve_with_id',
    'duplicate_transaction',
    'issuer_not_available',
    'processing_error',
    'reenter_transaction',
    'try_again_later',
  ],
};

const REASONS = new Map(
  Object.entries(CODES).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as DeclineReason] as const),
  ),
);

/** Returns the group of a bank's refusal by its code; `refused`, which gives no reason, for null and unknown codes. */
export const getDeclineReason = (code: string | null): DeclineReason =>
  REASONS.get(code ?? '') ?? 'refused';
