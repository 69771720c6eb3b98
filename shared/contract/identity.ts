import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { email, language, buildSingleLineTextSchema, okReply } from './fields.ts';
import { signedChallengeSchema } from './passkeys.ts';

export const identitySchema = z.object({
  uid: z.string(),
  email: z.string(),
  name: z.string().optional(),
});
export type IdentityReply = z.infer<typeof identitySchema>;

// Checked for length only: whatever a password manager makes is welcome (OWASP Authentication Cheat Sheet).
export const newPasswordSchema = z.string().min(8).max(128);

/** The bot-check token; null when the check could not run, and then an e-mail confirms the address. */
export const botTokenSchema = z.string().max(8192).nullable().optional();

export const signUp = declareEndpoint({
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'public',
  summary:
    'Create an identity with e-mail and password; answers alike whether or not the address is known',
  body: z.object({
    email,
    password: newPasswordSchema,
    name: buildSingleLineTextSchema(80).optional(),
    language,
    botToken: botTokenSchema,
  }),
  replies: { 200: z.object({ next: z.enum(['sign_in', 'confirm_email']) }) },
});

export const signIn = declareEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  body: z.object({
    email,
    password: z.string().min(1).max(128),
    /** The code of an authenticator app, or a recovery code; after `code_required`. */
    code: z.string().min(1).max(32).optional(),
    /** In place of a code: the challenge of that refusal, signed by a passkey. */
    passkey: signedChallengeSchema.optional(),
  }),
  replies: { 200: identitySchema },
});

/** Begins the sign-in with Google, which ends on a page of ours. */
export const startGoogleSignIn = declareEndpoint({
  method: 'GET',
  path: '/api/auth/google',
  access: 'public',
  summary: 'The address at Google that signs in (authorisation code with PKCE)',
  query: z.object({ next: z.string().max(512).optional() }),
  replies: { 200: z.object({ url: z.url() }) },
});

export const signOut = declareEndpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'public',
  summary: 'End this sign-in session',
  body: z.object({}),
  replies: { 200: okReply },
});

export const getCurrentIdentity = declareEndpoint({
  method: 'GET',
  path: '/api/auth/identity',
  access: 'public',
  summary: 'The identity of this browser, or null',
  replies: { 200: z.object({ identity: identitySchema.nullable() }) },
});
