import { fromBase64, toBase64 } from './keys.ts';

/** What TypeScript's library does not know yet of WebAuthn's PRF extension (level 3, section 10.1.4). */
interface PrfResults {
  prf?: { enabled?: boolean; results?: { first?: ArrayBuffer } };
}
const readResults = (credential: PublicKeyCredential) =>
  (credential.getClientExtensionResults() as PrfResults).prf;

const createChallenge = () => crypto.getRandomValues(new Uint8Array(32));

/**
 * Creates a passkey that opens the lock of this device and nothing else: the server never hears of it. Resolves to null
 * where the person cancels, or the device's passkeys give no secret.
 */
export async function createLockPasskey(
  name: string,
): Promise<{ id: string; salt: string; secret: Uint8Array<ArrayBuffer> } | null> {
  const credential = await navigator.credentials
    .create({
      publicKey: {
        challenge: createChallenge(),
        rp: { name },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name },
        pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          residentKey: 'preferred',
          userVerification: 'required',
        },
        extensions: { prf: {} },
      },
    })
    .catch(() => null);
  if (!(credential instanceof PublicKeyCredential) || !readResults(credential)?.enabled)
    return null;
  const id = toBase64(new Uint8Array(credential.rawId));
  const salt = toBase64(createChallenge());
  const secret = await readPasskeySecret({ id, salt });
  return secret && { id, salt, secret };
}

/** Asks for the passkey, and resolves to its secret for the salt; null where the person cancels or it gives none. */
export async function readPasskeySecret({
  id,
  salt,
}: {
  id: string;
  salt: string;
}): Promise<Uint8Array<ArrayBuffer> | null> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: createChallenge(),
        allowCredentials: [{ type: 'public-key', id: fromBase64(id) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: fromBase64(salt) } } },
      },
    })
    .catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) return null;
  const first = readResults(credential)?.results?.first;
  return first ? new Uint8Array(first) : null;
}
