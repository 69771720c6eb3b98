import { z } from 'zod';
import { SECURITY_EVENTS } from '#shared/rules/security-events.ts';
import { declareEndpoint } from './endpoint.ts';
import { email, instant, language, okReply } from './fields.ts';
import { botTokenSchema, identitySchema, newPasswordSchema } from './identity.ts';

/** The token of an e-mailed link; sent in request bodies only, never in a URL. */
const token = z.string().min(16).max(128);

export const confirmSignUp = declareEndpoint({
  method: 'POST',
  path: '/api/auth/sign-up/confirm',
  access: 'public',
  summary:
    'Open the account that an e-mail asked to confirm or invited to, with the password given here, and sign in',
  body: z.object({
    token,
    password: newPasswordSchema,
    invitation: z.boolean().optional(),
  }),
  replies: { 200: identitySchema },
});

export const requestPasswordReset = declareEndpoint({
  method: 'POST',
  path: '/api/auth/forgot',
  access: 'public',
  summary:
    'Ask for an e-mail with a link to a new password; the reply is the same for every address',
  body: z.object({ email, language, botToken: botTokenSchema }),
  replies: { 200: okReply },
});

export const resetPassword = declareEndpoint({
  method: 'POST',
  path: '/api/auth/reset',
  access: 'public',
  summary: 'Choose a new password with the secret of an e-mail; ends every sign-in session',
  body: z.object({ token, password: newPasswordSchema }),
  replies: { 200: okReply },
});

export const changePassword = declareEndpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'signed_in',
  summary: 'Change the password; ends every other sign-in session',
  body: z.object({ currentPassword: z.string().min(1).max(128), password: newPasswordSchema }),
  replies: { 200: okReply },
});

export const requestEmailChange = declareEndpoint({
  method: 'POST',
  path: '/api/auth/email',
  access: 'signed_in',
  fresh: true,
  summary: 'Ask to use another address; it counts once the e-mail sent there was confirmed',
  body: z.object({ email, currentPassword: z.string().min(1).max(128) }),
  replies: { 200: okReply },
});

export const confirmEmail = declareEndpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  access: 'public',
  summary: 'Confirm a new address with the secret of an e-mail',
  body: z.object({ token }),
  replies: { 200: okReply },
});

export const sendEmailConfirmation = declareEndpoint({
  method: 'POST',
  path: '/api/auth/email/confirmation',
  access: 'signed_in',
  summary: 'Ask for another e-mail with the link that confirms the address of this account',
  body: z.object({ language }),
  replies: { 200: okReply },
});

export const lockAccount = declareEndpoint({
  method: 'POST',
  path: '/api/auth/lock',
  access: 'public',
  summary:
    'Lock an account with the secret of an e-mail about its security: ends every session, the password and the second factor',
  body: z.object({ token: z.string().min(16).max(1000) }),
  /**
   * The secret of a link to a new password, null where Firebase sends that link itself, and the address that the account
   * has.
   */
  replies: { 200: z.object({ token: token.nullable(), email: z.string() }) },
});

const sessionId = z.string().regex(/^[\w-]{8,64}$/);

export const signInSessionSchema = z.object({
  id: sessionId,
  /** Browser and system in coarse words, such as `Firefox, Android`; null when unknown. */
  device: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof signInSessionSchema>;

export const listSignInSessions = declareEndpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed_in',
  summary:
    'The sign-in sessions of this identity, this one first, then the latest used; at most 50',
  replies: {
    200: z.object({
      sessions: z.array(signInSessionSchema),
      hasPassword: z.boolean(),
      hasSecondFactor: z.boolean(),
    }),
  },
});

export const endSignInSession = declareEndpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'signed_in',
  summary: 'End one sign-in session of this identity',
  params: z.object({ id: sessionId }),
  replies: { 200: okReply },
});

export const endOtherSignInSessions = declareEndpoint({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  access: 'signed_in',
  summary: 'End every sign-in session of this identity but this one',
  body: z.object({}),
  replies: { 200: okReply },
});

export const securityEventSchema = z.object({
  id: z.uuid(),
  at: instant,
  /** `email_read`: an admin read an e-mail to this account that was waiting to be sent. */
  kind: z.enum([...SECURITY_EVENTS, 'email_read']),
  /** Browser and system in coarse words, such as `Firefox, Android`; null when unknown. */
  device: z.string().nullable(),
  /** The admin who did it; null when it was the owner. */
  by: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;

export const listSecurityEvents = declareEndpoint({
  method: 'GET',
  path: '/api/auth/events',
  access: 'signed_in',
  summary: 'What was done to the security of this account, newest first; at most 50',
  replies: { 200: z.object({ events: z.array(securityEventSchema) }) },
});

export const startSecondFactorSetup = declareEndpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'signed_in',
  summary:
    'Get the key for an authenticator app (TOTP, RFC 6238) and recovery codes; asked for once a code was confirmed',
  body: z.object({ currentPassword: z.string().min(1).max(128) }),
  replies: {
    200: z.object({
      /** The `otpauth:` address that an app opens; its `secret` is the key, in base 32. */
      uri: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
  },
});

export const confirmSecondFactor = declareEndpoint({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  access: 'signed_in',
  summary: 'Ask for a code at each sign-in from now on; the code shows that the app has the key',
  body: z.object({ code: z.string().min(1).max(32) }),
  replies: { 200: okReply },
});

export const turnOffSecondFactor = declareEndpoint({
  method: 'POST',
  path: '/api/auth/second-factor/end',
  access: 'signed_in',
  fresh: true,
  summary: 'Ask for no code any more; the key and the recovery codes are deleted',
  body: z.object({ currentPassword: z.string().min(1).max(128) }),
  replies: { 200: okReply },
});
