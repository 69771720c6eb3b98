/** The most addresses of the waitlist that are invited by one press. */
export const MAX_INVITED_AT_ONCE = 200;
