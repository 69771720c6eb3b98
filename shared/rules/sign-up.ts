/**
 * Who may create an account: everybody, whoever was invited, or nobody (the operator's setting `SIGN_UP`). Whoever has an
 * account signs in under each.
 */
export const SIGN_UP_MODES = ['open', 'waitlist', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
