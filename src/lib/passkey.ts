import type {
  ChallengeToSign,
  CreatedPasskey,
  PasskeyCreationOptions,
  SignedChallenge,
} from '#shared/contract/passkeys.ts';

/** base64url, as WebAuthn writes bytes in JSON. */
const toText = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

interface Known {
  id: string;
  transports: string[];
}
const toDescriptor = ({ id, transports }: Known): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: toBytes(id),
  transports: transports as AuthenticatorTransport[],
});

/**
 * Returns whether passkeys can be used here: the browser supports them, and the page is secure and on a domain name,
 * not an IP address.
 */
export const arePasskeysSupported = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/**
 * Asks the browser to create a passkey; resolves to what the server verifies, or to null when the person cancels, the
 * time is over or the device already has such a passkey. Rejects on any other error.
 */
export async function createPasskey(asked: PasskeyCreationOptions): Promise<CreatedPasskey | null> {
  const { challenge, rp, user, algorithms, existing } = asked;
  const credential = await navigator.credentials
    .create({
      publicKey: {
        challenge: toBytes(challenge),
        rp,
        user: { ...user, id: toBytes(user.id) },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: existing.map(toDescriptor),
        attestation: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      },
    })
    .catch(nullIfStopped);
  if (!(credential instanceof PublicKeyCredential)) return null;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    id: credential.id,
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports(),
  };
}

/**
 * Asks the browser to sign a challenge with one of the listed passkeys; resolves to what the server verifies, or to
 * null when the person cancels or the time is over. Rejects on any other error.
 */
export async function askForPasskeyAssertion(
  asked: ChallengeToSign,
): Promise<SignedChallenge | null> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: toBytes(asked.challenge),
        rpId: asked.rpId,
        allowCredentials: asked.passkeys.map(toDescriptor),
        userVerification: 'preferred',
      },
    })
    .catch(nullIfStopped);
  if (!(credential instanceof PublicKeyCredential)) return null;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  };
}

/** What browsers call a ceremony that ended without a key, on purpose or by time, or a key that is there already. */
const STOPPED = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError']);

function nullIfStopped(error: unknown): null {
  if (error instanceof DOMException && STOPPED.has(error.name)) return null;
  throw error;
}
