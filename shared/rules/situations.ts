/** Where somebody is, or what is happening, when a session is for them; a session's first one is what it is about. */
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
