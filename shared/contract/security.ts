import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, instant, language, ok } from './fields.ts';
import { botToken, password } from './identity.ts';

/** The token of an e-mailed link; sent in request bodies only, never in a URL. */
const token = z.string().min(16).max(128);

export const confirmSignUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/confirm',
  access: 'public',
  summary: 'Open the account that an e-mail asked to confirm, with the password given here',
  body: z.object({ token, password }),
  replies: { 200: ok },
});

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/forgot',
  access: 'public',
  summary:
    'Ask for an e-mail with a link to a new password; answers alike whoever the address belongs to',
  body: z.object({ email, language, botToken }),
  replies: { 200: ok },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  access: 'public',
  summary: 'Choose a new password with the secret of an e-mail; ends every sign-in session',
  body: z.object({ token, password }),
  replies: { 200: ok },
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'signed_in',
  summary: 'Change the password; ends every other sign-in session',
  body: z.object({ currentPassword: z.string().min(1).max(128), password }),
  replies: { 200: ok },
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email',
  access: 'signed_in',
  summary: 'Ask to use another address; it counts once the e-mail sent there was confirmed',
  body: z.object({ email, currentPassword: z.string().min(1).max(128) }),
  replies: { 200: ok },
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  access: 'public',
  summary: 'Confirm a new address with the secret of an e-mail',
  body: z.object({ token }),
  replies: { 200: ok },
});

const sessionId = z.string().regex(/^[\w-]{8,64}$/);

export const signInSession = z.object({
  id: sessionId,
  /** Browser and system in coarse words, such as `Firefox, Android`; null when unknown. */
  device: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof signInSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed_in',
  summary:
    'The sign-in sessions of this identity, this one first, then the latest used; at most 50',
  replies: { 200: z.object({ sessions: z.array(signInSession), hasPassword: z.boolean() }) },
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'signed_in',
  summary: 'End one sign-in session of this identity',
  params: z.object({ id: sessionId }),
  replies: { 200: ok },
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  access: 'signed_in',
  summary: 'End every sign-in session of this identity but this one',
  body: z.object({}),
  replies: { 200: ok },
});
