/**
 * Stripe's documented test cards (https://docs.stripe.com/testing) by purpose. `first` is the outcome at the checkout,
 * with the person present; `later` that of renewals without them.
 */
export const TEST_CARDS = {
  accepted: { number: '4242424242424242', first: 'paid', later: 'paid' },
  declined: { number: '4000000000000002', first: 'generic_decline', later: 'generic_decline' },
  insufficient_funds: {
    number: '4000000000009995',
    first: 'insufficient_funds',
    later: 'insufficient_funds',
  },
  /** Requires authentication once, when the card is saved. */
  authentication: { number: '4000002500003155', first: 'authentication', later: 'paid' },
  authentication_always: {
    number: '4000002760003184',
    first: 'authentication',
    later: 'authentication',
  },
  /** Is accepted once and declined from then on. Stripe's card is declined at once: see the decision page. */
  declined_later: { number: '4000000000000341', first: 'paid', later: 'generic_decline' },
  /** Is accepted, and the bank disputes the payment at once. */
  disputed: { number: '4000000000000259', first: 'paid', later: 'paid' },
  /** Is accepted, and the bank sends every refund back, here at once. */
  refund_fails: { number: '4000000000005126', first: 'paid', later: 'paid' },
} as const;

export type TestCard = keyof typeof TEST_CARDS;
export type CardOutcome = 'paid' | 'authentication' | 'generic_decline' | 'insufficient_funds';

/** Decides the outcome of a payment with a test card of the fake Stripe: paid, declined, or authentication required. */
export function decideCardOutcome(
  card: TestCard,
  { isPresent, isAuthenticated }: { isPresent: boolean; isAuthenticated: boolean },
): CardOutcome {
  const outcome = TEST_CARDS[card][isPresent ? 'first' : 'later'];
  return outcome === 'authentication' && isAuthenticated ? 'paid' : outcome;
}
