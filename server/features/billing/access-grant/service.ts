import { createECDH, type ECDH, hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { toPrivateJwk } from '#server/private-jwk.ts';
import { ACCESS_GRANT_TYPE } from '#shared/rules/offline-access.ts';

// What lets the app be used without a network: until when, said by the server and signed, so that a device need not decide it.

const CURVE = 'prime256v1';
const DAY_MS = 86_400_000;
/** For a pass without an end: a device that was without a network for longer needs one once. */
const MAX_DAYS = 400;
/** How many grants are remembered: some 500 bytes each. */
const MAX_SIGNED = 2000;

function deriveGrantKeys(secret: string): ECDH {
  for (let round = 0; ; round += 1) {
    const keys = createECDH(CURVE);
    try {
      keys.setPrivateKey(
        Buffer.from(hkdfSync('sha256', secret, '', `envol access grant ${round}`, 32)),
      );
      return keys;
    } catch {
      // Beyond the curve's order, once in four thousand million times: the next one.
    }
  }
}

/**
 * Creates the signer of grants. `publicKey` is the point by which devices verify them (uncompressed, base64url); `sign`
 * resolves to a grant (JWS, ES256) for a sign-in until `endMs` (epoch milliseconds; Infinity: for 400 days, less what has passed of today).
 */
export function createAccessGrantSigner(secret: string) {
  const keys = deriveGrantKeys(secret);
  const point = keys.getPublicKey();
  const key = importJWK(toPrivateJwk(keys), 'ES256');
  // Signing takes longer than the rest of a call that is made on every page.
  const signed = new Map<string, Promise<string>>();
  const signOnce = async (uid: string, endS: number): Promise<string> =>
    new SignJWT({ sub: uid })
      .setProtectedHeader({ typ: ACCESS_GRANT_TYPE, alg: 'ES256' })
      .setExpirationTime(endS)
      .sign(await key);
  return {
    publicKey: point.toString('base64url'),
    sign: (uid: string, endMs: number, now: Date): Promise<string> => {
      // The same all day, so that it is signed once.
      const latestMs = (Math.floor(now.getTime() / DAY_MS) + MAX_DAYS) * DAY_MS;
      const endS = Math.floor(Math.min(endMs, latestMs) / 1000);
      const id = `${uid} ${endS}`;
      const grant = signed.get(id) ?? signOnce(uid, endS);
      if (signed.size >= MAX_SIGNED) signed.clear();
      signed.set(id, grant);
      return grant;
    },
  };
}

export type AccessGrantSigner = ReturnType<typeof createAccessGrantSigner>;
