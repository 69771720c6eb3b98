/**
 * The steps from the landing page to a person who stays, in their order: the page was opened; an account, the introduction,
 * a checkout, a payment; a session heard, a flight that was noted and has passed, and a visit 30 days after joining.
 */
export const FUNNEL_STEPS = [
  'landing',
  'joined',
  'onboarded',
  'checkout',
  'paid',
  'session',
  'flight',
  'back',
] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** The steps that the operator sees anyway, so that few people are no reason to hide their number. */
export const OPEN_FUNNEL_STEPS: readonly FunnelStep[] = ['landing', 'joined', 'onboarded'];
