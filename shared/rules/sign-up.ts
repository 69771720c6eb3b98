/**
 * Who may create an account: every visitor, invited people only, or none (the operator's setting `SIGN_UP`). Existing
 * accounts can sign in under each.
 */
export const SIGN_UP_MODES = ['open', 'waitlist', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
