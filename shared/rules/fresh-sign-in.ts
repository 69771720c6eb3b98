/**
 * Minutes after a sign-in for which it counts as fresh. Endpoints with `fresh` require that, because a device may have
 * been left unlocked.
 */
export const FRESH_SIGN_IN_MINUTES = 10;
