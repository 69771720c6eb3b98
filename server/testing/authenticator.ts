import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  ChallengeToSign,
  CreatedPasskey,
  PasskeyCreationOptions,
  SignedChallenge,
} from '#shared/contract/passkeys.ts';
import type { TestBrowser } from './test-browser.ts';
import { PASSWORD } from './people.ts';

const USER_PRESENT = 0x01;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toText = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** Encodes CBOR (RFC 8949), as far as an authenticator needs it. */
function encodeCbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flat().map((part) => encodeCbor(part as number));
  return Buffer.concat([head(5, value.size), ...parts]);
}

/**
 * Creates a security key (WebAuthn, ES256) with one passkey for pages of `origin`; it needs no confirmation by a
 * person.
 */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const describe = (type: string, challenge: string, page = origin) =>
    JSON.stringify({ type, challenge, origin: page, crossOrigin: false });
  const authenticate = (rpId: string, flags: number, ...rest: Buffer[]) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, ...rest]);
  };

  return {
    create({ challenge, rp }: Pick<PasskeyCreationOptions, 'challenge' | 'rp'>): CreatedPasskey {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const held = [Buffer.alloc(16), length, id, encodeCbor(key)];
      const authData = authenticate(rp.id, USER_PRESENT | HAS_KEY, ...held);
      const attestation = new Map<unknown, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: toText(id),
        clientDataJSON: toText(describe('webauthn.create', challenge)),
        attestationObject: toText(encodeCbor(attestation)),
        transports: ['usb'],
      };
    },

    /** Signs a challenge, for a page of `origin` unless another is given, and increases the counter. */
    sign(
      { challenge, rpId }: Pick<ChallengeToSign, 'challenge' | 'rpId'>,
      page?: string,
    ): SignedChallenge {
      counter += 1;
      const clientData = describe('webauthn.get', challenge, page);
      const authenticatorData = authenticate(rpId, USER_PRESENT);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      return {
        id: toText(id),
        clientDataJSON: toText(clientData),
        authenticatorData: toText(authenticatorData),
        signature: toText(sign('sha256', signed, privateKey)),
      };
    },

    /** Resets the counter of signatures, as a copied key would have it. */
    rewind() {
      counter = 0;
    },
  };
}

export const TEST_ORIGIN = 'http://localhost';

/** Adds a passkey of a new authenticator to the account signed in in a browser; resolves to the passkey's id. */
export async function addPasskey(own: TestBrowser): Promise<string> {
  const body = { currentPassword: PASSWORD };
  const begun = (await own.call('POST /api/auth/passkeys/begin', { body })).body;
  const created = createAuthenticator(TEST_ORIGIN).create(begun);
  return (await own.call('POST /api/auth/passkeys', { body: created })).body.id;
}
