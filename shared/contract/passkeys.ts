import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, buildSingleLineTextSchema, okReply } from './fields.ts';

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
const credentialId = bytes(1400);
const clientData = bytes(8192);

/** What an authenticator made for an account; in WebAuthn a RegistrationResponseJSON, without what is not read. */
export const createdPasskeySchema = z.object({
  id: credentialId,
  clientDataJSON: clientData,
  attestationObject: bytes(16_384),
  /** How this authenticator is reached, such as `internal` or `usb`; tells the browser where to look for it. */
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8),
});
export type CreatedPasskey = z.infer<typeof createdPasskeySchema>;

/** A challenge that an authenticator has signed; in WebAuthn an AuthenticationResponseJSON. */
export const signedChallengeSchema = z.object({
  id: credentialId,
  clientDataJSON: clientData,
  authenticatorData: bytes(8192),
  signature: bytes(2048),
});
export type SignedChallenge = z.infer<typeof signedChallengeSchema>;

/** What a browser is asked to sign; the refusal `code_required` brings it as JSON in its field `passkey`. */
export interface ChallengeToSign {
  challenge: string;
  rpId: string;
  /** Any one of them may sign. */
  passkeys: { id: string; transports: string[] }[];
}

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const listPasskeys = declareEndpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: 'signed_in',
  summary: 'The passkeys of this identity, the oldest first; at most 10',
  replies: { 200: z.object({ passkeys: z.array(passkeySchema) }) },
});

export const createPasskeyOptions = declareEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin',
  access: 'signed_in',
  summary: 'Get what an authenticator needs to make a passkey that is asked for at each sign-in',
  body: z.object({ currentPassword: z.string().min(1).max(128) }),
  replies: {
    200: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      /** COSE numbers of the signatures that are understood, the preferred one first. */
      algorithms: z.array(z.int()),
      /** The passkeys there are: an authenticator that holds one makes no second. */
      existing: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
      /** Empty where two-step sign-in is on already, with codes of its own. */
      recoveryCodes: z.array(z.string()),
    }),
  },
});
export type PasskeyCreationOptions = z.infer<(typeof createPasskeyOptions)['replies'][200]>;

export const addPasskey = declareEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'signed_in',
  summary: 'Keep a passkey that an authenticator made; the first one turns two-step sign-in on',
  body: createdPasskeySchema,
  replies: { 200: passkeySchema },
});

export const renamePasskey = declareEndpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  access: 'signed_in',
  summary: 'Give a passkey another name',
  params: z.object({ id }),
  body: z.object({ name: buildSingleLineTextSchema(60) }),
  replies: { 200: passkeySchema },
});

export const removePasskey = declareEndpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  access: 'signed_in',
  fresh: true,
  summary: 'Remove a passkey; without any and without an app, two-step sign-in is off',
  params: z.object({ id }),
  replies: { 200: okReply },
});
