import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, language, ok, text } from './fields.ts';

/** Who the verified sign-in session says is calling. */
export const identity = z.object({
  uid: z.string(),
  email: z.string(),
  /** What the provider calls the person, where it knows. */
  name: z.string().optional(),
});
export type IdentityReply = z.infer<typeof identity>;

// Checked for length only: whatever a password manager makes is welcome (OWASP Authentication Cheat Sheet).
const password = z.string().min(8).max(128);

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'public',
  summary: 'Create an identity with e-mail and password, and sign in',
  body: z.object({ email, password, name: text(80).optional(), language }),
  replies: { 200: identity },
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  body: z.object({ email, password: z.string().min(1).max(128) }),
  replies: { 200: identity },
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'public',
  summary: 'End this sign-in session',
  body: z.object({}),
  replies: { 200: ok },
});

export const currentIdentity = endpoint({
  method: 'GET',
  path: '/api/auth/identity',
  access: 'public',
  summary: 'The identity of this browser, or null',
  replies: { 200: z.object({ identity: identity.nullable() }) },
});
