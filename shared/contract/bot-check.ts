import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';

/** The action a token is valid for. reCAPTCHA allows no hyphen in action names. */
export const botCheckActionSchema = z.enum(['sign_up', 'reset', 'waitlist', 'feedback']);
export type BotCheckAction = z.infer<typeof botCheckActionSchema>;

const hex = z
  .string()
  .max(128)
  .regex(/^[\da-f]+$/);

/** A proof-of-work challenge in the format of ALTCHA (altcha.org, version 2), signed by the server. */
export const botCheckChallengeSchema = z.object({
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
    data: z.object({ action: botCheckActionSchema, until: z.int() }),
  }),
  signature: hex,
});
export type BotCheckChallenge = z.infer<typeof botCheckChallengeSchema>;

export const solvedChallengeSchema = z.object({
  challenge: botCheckChallengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

export const getBotChallenge = declareEndpoint({
  method: 'GET',
  path: '/api/bot-check/challenge',
  access: 'public',
  summary: 'A piece of work for a browser, good once, for one action and ten minutes',
  query: z.object({ action: botCheckActionSchema }),
  replies: {
    200: z.object({
      challenge: botCheckChallengeSchema,
      /** Set when reCAPTCHA is configured; used by browsers whose person allows it, instead of the challenge. */
      recaptchaSiteKey: z.string().nullable(),
    }),
  },
});
