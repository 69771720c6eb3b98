/** For how many minutes a sign-in opens what a device that was left open should not: see `fresh` of an endpoint. */
export const FRESH_SIGN_IN_MINUTES = 10;
