import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The action a token is valid for. reCAPTCHA allows no hyphen in action names. */
export const botCheckAction = z.enum(['sign_up', 'reset', 'waitlist', 'feedback']);
export type BotCheckAction = z.infer<typeof botCheckAction>;

const hex = z
  .string()
  .max(128)
  .regex(/^[\da-f]+$/);

/** A proof-of-work challenge in the format of ALTCHA (altcha.org, version 2), signed by the server. */
export const botCheckChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    /** Iterations of one derivation. */
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: hex,
    keySignature: hex,
    /** The action and the expiry in seconds since 1970. */
    data: z.object({ action: botCheckAction, until: z.int() }),
  }),
  signature: hex,
});
export type BotCheckChallenge = z.infer<typeof botCheckChallenge>;

export const solvedChallenge = z.object({
  challenge: botCheckChallenge,
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

export const getBotChallenge = endpoint({
  method: 'GET',
  path: '/api/bot-check/challenge',
  access: 'public',
  summary: 'A piece of work for a browser, good once, for one action and ten minutes',
  query: z.object({ action: botCheckAction }),
  replies: {
    200: z.object({
      challenge: botCheckChallenge,
      /** Set when reCAPTCHA is configured; used by browsers whose person allows it, instead of the challenge. */
      recaptchaSiteKey: z.string().nullable(),
    }),
  },
});
