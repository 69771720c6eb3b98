import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What a person is about to do; a token is good for that alone. Google takes no hyphen in these names. */
export const botCheckAction = z.enum(['sign_up', 'reset', 'waitlist', 'feedback']);
export type BotCheckAction = z.infer<typeof botCheckAction>;

const hex = z
  .string()
  .max(128)
  .regex(/^[\da-f]+$/);

/** A piece of work as ALTCHA writes it (altcha.org, proof of work, second version), signed by the server. */
export const workToDo = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    /** Iterations of one derivation. */
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: hex,
    keySignature: hex,
    /** Until when it may be handed in, in seconds since 1970, and for what. */
    data: z.object({ action: botCheckAction, until: z.int() }),
  }),
  signature: hex,
});
export type WorkToDo = z.infer<typeof workToDo>;

export const workDone = z.object({
  challenge: workToDo,
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

export const botChallenge = endpoint({
  method: 'GET',
  path: '/api/bot-check/challenge',
  access: 'public',
  summary: 'A piece of work for a browser, good once, for one action and ten minutes',
  query: z.object({ action: botCheckAction }),
  replies: {
    200: z.object({
      challenge: workToDo,
      /** There when reCAPTCHA is set up; asked instead by browsers whose person agreed to it. */
      recaptchaSiteKey: z.string().nullable(),
    }),
  },
});
