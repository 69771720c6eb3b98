/** Places and moments that sessions are for; the first one of a session is its main one. */
export const SITUATIONS = [
  'home',
  'airport',
  'boarding',
  'take_off',
  'cruise',
  'turbulence',
  'night',
  'landing',
  'after',
  'company',
] as const;
export type Situation = (typeof SITUATIONS)[number];
