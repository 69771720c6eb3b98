import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const FIREBASE_PROJECT_ID = 'envol-test';

/** Creates an RSA key pair (RS256) under the key id `kid`, like those with which Google signs ID tokens. */
export async function createSigningKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  return { kid, jwk, publicKey, privateKey };
}
export type SigningKey = Awaited<ReturnType<typeof createSigningKey>>;

/**
 * Returns the claims of an ID token that is valid at `now`. `change` overrides claims; one set to undefined is left
 * out.
 */
export function buildIdTokenClaims(now: Date, change: Record<string, unknown> = {}) {
  const nowS = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${FIREBASE_PROJECT_ID}`,
    aud: FIREBASE_PROJECT_ID,
    sub: 'firebase-uid-1',
    iat: nowS - 10,
    auth_time: nowS - 60,
    exp: nowS + 3600,
    email: 'ada@example.org',
    email_verified: true,
    ...change,
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

/** Signs claims as a Firebase ID token; `header` overrides fields of its header. */
export function signIdToken(
  { kid, privateKey }: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid, ...header })
    .sign(privateKey);
}

/** Builds an unsigned token, like those of the Firebase emulator. */
export function buildUnsignedToken(
  claims: Record<string, unknown>,
  header: object = { alg: 'none' },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ typ: 'JWT', ...header })}.${part(claims)}.`;
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string; hang?: boolean };

/**
 * Starts a local server of public keys (JWKS) in place of Google's. `asked` counts its requests; `answer` changes its
 * replies.
 */
export async function startSigningKeyServer(...keys: { jwk: JWK }[]) {
  const state = { asked: 0, keys, answer: {} as Answer };
  const server = createServer((_request, response) => {
    state.asked += 1;
    const { status = 200, headers, body, hang } = state.answer;
    if (hang) return;
    response.writeHead(status, { 'cache-control': 'public, max-age=3600', ...headers });
    response.end(body ?? JSON.stringify({ keys: state.keys.map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/jwk`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
export type SigningKeyServer = Awaited<ReturnType<typeof startSigningKeyServer>>;
