import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { okReply } from './fields.ts';

export const getFirebaseSecondFactorState = declareEndpoint({
  method: 'GET',
  path: '/api/auth/firebase/second-factor',
  access: 'signed_in',
  summary:
    'Whether this identity of Firebase has a second factor, and has given a code for this sign-in',
  replies: {
    200: z.object({
      isOn: z.boolean(),
      /** Whether this browser may see the studio. */
      isOpen: z.boolean(),
    }),
  },
});

export const startFirebaseSecondFactorSetup = declareEndpoint({
  method: 'POST',
  path: '/api/auth/firebase/second-factor',
  access: 'signed_in',
  fresh: true,
  summary:
    'Admins: get the key for an authenticator app (TOTP, RFC 6238) and recovery codes; on once a code was checked',
  body: z.object({}),
  replies: {
    200: z.object({
      /** The `otpauth:` address that an app opens; its `secret` is the key, in base 32. */
      uri: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
  },
});

export const verifyFirebaseSecondFactorCode = declareEndpoint({
  method: 'POST',
  path: '/api/auth/firebase/second-factor/check',
  access: 'signed_in',
  summary:
    'Admins: open the studio in this browser for twelve hours with a code of the app, or a recovery code',
  body: z.object({ code: z.string().min(1).max(32) }),
  replies: { 200: okReply },
});

export const turnOffFirebaseSecondFactor = declareEndpoint({
  method: 'POST',
  path: '/api/auth/firebase/second-factor/end',
  access: 'signed_in',
  fresh: true,
  summary:
    'Admins: delete the key and the recovery codes; the studio closes until another one is set up',
  body: z.object({}),
  replies: { 200: okReply },
});
