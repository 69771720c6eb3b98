import { exportSPKI, SignJWT } from 'jose';
import * as fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock } from '#server/testing/clock.ts';
import {
  buildIdTokenClaims,
  startSigningKeyServer,
  type SigningKeyServer,
  FIREBASE_PROJECT_ID,
  signIdToken,
  type SigningKey,
  createSigningKey,
  buildUnsignedToken,
} from '#server/testing/firebase.ts';
import { createIdTokenVerifier, type IdTokenVerifier } from './service.ts';

const clock = createTestClock('2026-11-21T09:00:00Z');
const good = (change?: Record<string, unknown>) => buildIdTokenClaims(clock(), change);
const nowS = () => clock().getTime() / 1000;
const SECOND = 1000;
const HOUR = 3_600_000;

let google: SigningKey;
let newer: SigningKey;
let stranger: SigningKey;
let server: SigningKeyServer;
let verify: IdTokenVerifier;

beforeAll(async () => {
  const made = ['google-1', 'google-2', 'google-1'].map(createSigningKey);
  [google, newer, stranger] = (await Promise.all(made)) as [SigningKey, SigningKey, SigningKey];
});
beforeEach(async () => {
  clock.set('2026-11-21T09:00:00Z');
  server = await startSigningKeyServer(google);
  verify = createIdTokenVerifier({ projectId: FIREBASE_PROJECT_ID, clock, keysUrl: server.url });
});
afterEach(() => server.close());

describe('a good token', () => {
  it('says who is calling', async () => {
    const token = await signIdToken(google, good({ name: 'Ada' }));
    expect(await verify(token)).toEqual({
      uid: 'firebase-uid-1',
      email: 'ada@example.org',
      emailConfirmed: true,
      name: 'Ada',
      signedInAt: new Date(Math.floor(clock().getTime() / 1000) * 1000 - 60_000),
    });
  });

  it('may come without an address, or with one that the database could not hold', async () => {
    for (const given of [undefined, false, 'true', 1]) {
      const unconfirmed = await signIdToken(google, good({ email_verified: given }));
      expect((await verify(unconfirmed))?.emailConfirmed).toBe(false);
    }
    for (const email of [undefined, 'a\u0000b@example.org', 42, 'x'.repeat(300)])
      expect((await verify(await signIdToken(google, good({ email }))))?.email).toBe('');
  });

  it('may come from a clock a little ahead of ours', async () => {
    expect(await verify(await signIdToken(google, good({ iat: nowS() + 5 })))).not.toBeNull();
  });
});

const tampered = (token: string, part: number, change: (text: string) => string) =>
  token
    .split('.')
    .map((text, index) => (index === part ? change(text) : text))
    .join('.');
const elevated = (payload: string) => {
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url');
};
const flipped = (signature: string) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
const hs256 = async (secret: string) =>
  new SignJWT(good())
    .setProtectedHeader({ alg: 'HS256', kid: google.kid })
    .sign(new TextEncoder().encode(secret));
const signedBy = (claims: () => Record<string, unknown>) => () => signIdToken(google, claims());

const BAD: [string, () => string | Promise<string>][] = [
  ['that says RS512', () => tamperedAlg('RS512')],
  ['that says PS256', () => tamperedAlg('PS256')],
  ['without a signature, algorithm none', () => buildUnsignedToken(good())],
  [
    'without a signature, algorithm None',
    () => buildUnsignedToken(good(), { alg: 'None', kid: 'google-1' }),
  ],
  [
    'with its signature cut off',
    async () => tampered(await signIdToken(google, good()), 2, () => ''),
  ],
  [
    'signed HS256 with the public key as the secret',
    async () => hs256(await exportSPKI(google.publicKey)),
  ],
  ['signed HS256 with the key’s JSON as the secret', () => hs256(JSON.stringify(google.jwk))],
  ['with an unknown key id', () => signIdToken(google, good(), { kid: 'unheard-of' })],
  ['with no key id', () => signIdToken(google, good(), { kid: undefined })],
  ['with a key id that is a path', () => signIdToken(google, good(), { kid: '../../google-1' })],
  [
    'with a key of its own in its header',
    () => signIdToken(stranger, good(), { kid: undefined, jwk: stranger.jwk }),
  ],
  ['signed by a stranger under a known key id', () => signIdToken(stranger, good())],
  ['that is expired', signedBy(() => good({ exp: nowS() - 1 }))],
  ['that expires now', signedBy(() => good({ exp: nowS() }))],
  ['that never expires', signedBy(() => good({ exp: undefined }))],
  ['issued in the future', signedBy(() => good({ iat: nowS() + 120 }))],
  ['issued at no time', signedBy(() => good({ iat: undefined }))],
  ['of somebody who signs in tomorrow', signedBy(() => good({ auth_time: nowS() + 86_400 }))],
  ['of somebody who never signed in', signedBy(() => good({ auth_time: undefined }))],
  ['whose sign-in time is text', signedBy(() => good({ auth_time: '0' }))],
  ['of another issuer', signedBy(() => good({ iss: 'https://accounts.google.com' }))],
  [
    'of an issuer that only begins like ours',
    signedBy(() => good({ iss: `https://securetoken.google.com/${FIREBASE_PROJECT_ID}.evil` })),
  ],
  ['without an issuer', signedBy(() => good({ iss: undefined }))],
  ['for another audience', signedBy(() => good({ aud: 'another-project' }))],
  [
    'for several audiences',
    signedBy(() => good({ aud: [FIREBASE_PROJECT_ID, 'another-project'] })),
  ],
  ['without an audience', signedBy(() => good({ aud: undefined }))],
  [
    'of another project',
    signedBy(() => good({ iss: 'https://securetoken.google.com/theirs', aud: 'theirs' })),
  ],
  ['with an empty subject', signedBy(() => good({ sub: '' }))],
  ['with no subject', signedBy(() => good({ sub: undefined }))],
  ['with a subject of 129 characters', signedBy(() => good({ sub: 'x'.repeat(129) }))],
  ['with a subject that is a number', signedBy(() => good({ sub: 7 as unknown as string }))],
  ['with a NUL in its subject', signedBy(() => good({ sub: 'a\u0000b' }))],
  ['that is not valid yet', signedBy(() => good({ nbf: nowS() + 600 }))],
  ['with a changed payload', async () => tampered(await signIdToken(google, good()), 1, elevated)],
  ['with a changed signature', async () => tampered(await signIdToken(google, good()), 2, flipped)],
  ['of the emulator, where there is none', () => buildUnsignedToken(good(), { alg: 'none' })],
  ['that is no token', () => 'garbage'],
  ['of three empty parts', () => '..'],
  ['that is empty', () => ''],
  ['of 9,000 characters', signedBy(() => good({ more: 'x'.repeat(9_000) }))],
];
async function tamperedAlg(alg: string) {
  const header = Buffer.from(JSON.stringify({ alg, kid: 'google-1' })).toString('base64url');
  return tampered(await signIdToken(google, good()), 0, () => header);
}

describe('a token is refused', () => {
  it.each(BAD)('%s', async (_name, make) => {
    const token = await make();
    expect(await verify(token)).toBeNull();
  });

  it('whatever text it is', () =>
    fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await verify(text)).toBeNull();
      }),
    ));

  it('with any one character of it changed', async () => {
    const token = await signIdToken(google, good());
    const place = fc.nat(token.length - 3);
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom('A', 'Q', 'z', '-', '.'), async (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        expect((await verify(changed)) === null).toBe(changed !== token);
      }),
    );
  });
});

describe('keys', () => {
  it('are asked for once as long as their answer is fresh, by many at the same time too', async () => {
    const token = await signIdToken(google, good({ exp: nowS() + 7200 }));
    await Promise.all(Array.from({ length: 50 }, () => verify(token)));
    clock.advance(HOUR - SECOND);
    expect(await verify(token)).not.toBeNull();
    expect(server.asked).toBe(1);
    clock.advance(2 * SECOND);
    await verify(token);
    expect(server.asked).toBe(2);
  });

  it('are fresh for less when a cache on the way kept them', async () => {
    server.answer = { headers: { age: '3540' } };
    await verify(await signIdToken(google, good()));
    clock.advance(61 * SECOND);
    await verify(await signIdToken(google, good()));
    expect(server.asked).toBe(2);
  });

  it('may be rotated: a new one is learnt, and one taken away is refused when the answer is stale', async () => {
    await verify(await signIdToken(google, good()));
    server.keys = [newer];
    clock.advance(31 * SECOND);
    expect(await verify(await signIdToken(newer, good()))).not.toBeNull();
    expect(await verify(await signIdToken(google, good()))).toBeNull();
  });

  it('made up by the thousand ask the key server once in 30 s', async () => {
    await verify(await signIdToken(google, good()));
    for (let second = 0; second < 29; second++) {
      clock.advance(SECOND);
      const made = Array.from({ length: 20 }, (_, n) =>
        signIdToken(stranger, good(), { kid: `k${second}-${n}` }),
      );
      const answers = await Promise.all((await Promise.all(made)).map(verify));
      expect(answers.every((answer) => answer === null)).toBe(true);
    }
    expect(server.asked).toBe(1);
    clock.advance(SECOND);
    await verify(await signIdToken(stranger, good(), { kid: 'one more' }));
    expect(server.asked).toBe(2);
  });
});

describe('a key server that does not answer', () => {
  const outages: [string, () => void | Promise<void>][] = [
    ['is gone', () => server.close()],
    ['answers 503', () => void (server.answer = { status: 503 })],
    ['answers nonsense', () => void (server.answer = { body: '<html>' })],
    ['names no key', () => void (server.keys = [])],
    ['leads elsewhere', () => void (server.answer = { status: 302, headers: { location: '/x' } })],
  ];

  it.each(outages)('because it %s leaves known keys working for a day', async (_name, fail) => {
    await verify(await signIdToken(google, good()));
    await fail();
    clock.advance(23 * HOUR);
    expect(await verify(await signIdToken(google, good()))).not.toBeNull();
    clock.advance(HOUR);
    await expect(verify(await signIdToken(google, good()))).rejects.toMatchObject({
      code: 'not_ready',
    });
  });

  it.each(outages)('because it %s lets no unknown key in', async (_name, fail) => {
    await fail();
    await expect(verify(await signIdToken(google, good()))).rejects.toMatchObject({
      code: 'not_ready',
    });
  });

  it('is not waited for without end, asked again after 5 s, and believed when it is back', async () => {
    server.answer = { hang: true };
    await expect(verify(await signIdToken(google, good()))).rejects.toMatchObject({
      code: 'not_ready',
    });
    await expect(verify(await signIdToken(google, good()))).rejects.toMatchObject({
      code: 'not_ready',
    });
    expect(server.asked).toBe(1);
    server.answer = {};
    clock.advance(5 * SECOND);
    expect(await verify(await signIdToken(google, good()))).not.toBeNull();
  });
});

describe('with the emulator', () => {
  let emulated: IdTokenVerifier;
  beforeEach(() => {
    emulated = createIdTokenVerifier({
      projectId: FIREBASE_PROJECT_ID,
      clock,
      keysUrl: server.url,
      emulator: true,
    });
  });

  it('its unsigned tokens are taken, held to the same claims', async () => {
    expect(await emulated(buildUnsignedToken(good()))).toMatchObject({ uid: 'firebase-uid-1' });
    for (const bad of [{ exp: nowS() - 1 }, { aud: 'theirs' }, { sub: '' }, { iat: nowS() + 120 }])
      expect(await emulated(buildUnsignedToken(good(bad)))).toBeNull();
  });

  it('signed tokens are not, and no key is asked for', async () => {
    expect(await emulated(await signIdToken(google, good()))).toBeNull();
    expect(server.asked).toBe(0);
  });
});
