import type { CreatedPasskey, SignedChallenge } from '#shared/contract/passkeys.ts';
import { AppError } from '#server/http/errors.ts';

/** COSE numbers of EdDSA, ECDSA with SHA-256 and RSA with SHA-256, which cover every authenticator in use. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** The stored part of a passkey that verifies its signatures. */
export interface PasskeyCredential {
  credentialId: string;
  /** In COSE form, base64url. */
  publicKey: string;
  /** Number of its signatures; 0 if the authenticator does not count them. */
  counter: number;
}

// Loaded when a passkey is first used: 29 MB that a server without them does not hold.
const loadLibrary = () => import('@simplewebauthn/server');

/** Runs a verification of the library, which throws for an invalid answer. @throws {AppError} passkey_refused */
async function runVerification<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T> {
  const checked = await verify().catch((cause: unknown) => {
    throw new AppError('passkey_refused', undefined, { cause });
  });
  if (!checked.verified) throw new AppError('passkey_refused');
  return checked;
}

/**
 * Returns the challenge that a browser's answer names, unverified: the caller checks that it was issued to this
 * account.
 * @throws {AppError} passkey_refused
 */
export function readUnverifiedChallenge(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge } = Object(data) as { challenge?: unknown };
    if (typeof challenge === 'string' && /^[\w-]{16,64}$/.test(challenge)) return challenge;
  } catch {
    // Refused below, like a challenge of another shape.
  }
  throw new AppError('passkey_refused');
}

/**
 * Verifies a new passkey against the challenge and the page it was created for; returns the part to store.
 * @throws {AppError} passkey_refused
 */
export async function verifyCreatedPasskey(
  { id, clientDataJSON, attestationObject }: CreatedPasskey,
  { challenge, rpId, origin }: RelyingParty & { challenge: string },
): Promise<PasskeyCredential> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await runVerification(() =>
    verifyRegistrationResponse({
      response: { ...toCredential(id), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The password is asked for too, so holding the key is enough, even one without a PIN.
      requireUserVerification: false,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw new AppError('passkey_refused');
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/**
 * Verifies a challenge signed by a passkey; resolves to the passkey's new counter, which the caller compares and
 * stores.
 * @throws {AppError} passkey_refused
 */
export async function verifySignedChallengeAndGetCounter(
  { id, ...response }: SignedChallenge,
  {
    challenge,
    rpId,
    origin,
    passkey,
  }: RelyingParty & { challenge: string; passkey: PasskeyCredential },
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { authenticationInfo } = await runVerification(() =>
    verifyAuthenticationResponse({
      response: { ...toCredential(id), response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    }),
  );
  return authenticationInfo.newCounter;
}

function toCredential(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}
