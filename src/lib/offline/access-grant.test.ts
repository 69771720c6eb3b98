import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClockAnchor } from '#shared/rules/offline-access.ts';
import { installInMemoryIndexedDb } from '#web/lib/testing/indexed-db.ts';
import { advanceClockAndApplyAccessExpiry, verifyAccessGrantAndGetEndMs } from './access-grant.ts';
import { openDeviceDatabase } from './device-database.ts';

const NOW_MS = Date.parse('2027-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const encode = (value: Uint8Array | string): string => Buffer.from(value).toString('base64url');

/** Signs as the server does, and as an attacker could. */
async function createSigner() {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  const publicKey = encode(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  const sign = async (claims: object, typ = 'access-grant+jwt') => {
    const signed = [{ alg: 'ES256', typ }, claims].map((part) => encode(JSON.stringify(part)));
    const bytes = new TextEncoder().encode(signed.join('.'));
    const signature = await crypto.subtle.sign(ECDSA, pair.privateKey, bytes);
    return [...signed, encode(new Uint8Array(signature))].join('.');
  };
  return { publicKey, sign };
}

describe('a grant of access', () => {
  it('is believed as the server signed it, for the sign-in that it was given to', async () => {
    const { publicKey, sign } = await createSigner();
    const grant = await sign({ sub: 'ada', exp: 1_900_000_000 });
    expect(await verifyAccessGrantAndGetEndMs(grant, publicKey, 'ada')).toBe(1_900_000_000_000);
    expect(await verifyAccessGrantAndGetEndMs(grant, publicKey, 'eve')).toBe(-Infinity);
  });

  it('is nothing where it was changed, cut off, signed by somebody else or for something else', async () => {
    const { publicKey, sign } = await createSigner();
    const other = await createSigner();
    const claims = { sub: 'ada', exp: 1_900_000_000 };
    const [header, , signature] = (await sign(claims)).split('.');
    const later = encode(JSON.stringify({ ...claims, exp: 2_900_000_000 }));
    for (const grant of [
      `${header}.${later}.${signature}`,
      `${header}.${later}`,
      '',
      await other.sign(claims),
      await sign(claims, 'JWT'),
      await sign({ sub: 'ada' }),
    ])
      expect(await verifyAccessGrantAndGetEndMs(grant, publicKey, 'ada')).toBe(-Infinity);
    expect(await verifyAccessGrantAndGetEndMs(await sign(claims), '', 'ada')).toBe(-Infinity);
  });
});

describe('a pass without a network', () => {
  beforeEach(() => {
    installInMemoryIndexedDb(vi.stubGlobal);
    vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('lasts as long as the server signed, whatever else is stored, through clocks ahead and back', async () => {
    const { publicKey, sign } = await createSigner();
    const database = await openDeviceDatabase();
    await database.put('replies', { grantKey: publicKey }, '/api/config');
    await database.put('about', 'ada', 'owner');
    const clock = createClockAnchor(NOW_MS, NOW_MS);
    await database.put('about', clock, 'clock');
    const grant = await sign({ sub: 'ada', exp: (NOW_MS + 10 * DAY_MS) / 1000 });
    // An attacker wrote another end beside it.
    const status = { hasActiveAccess: true, endsAt: null, grant } as never;
    const isOpenOn = async (day: number) => {
      vi.setSystemTime(NOW_MS + day * DAY_MS);
      return (await advanceClockAndApplyAccessExpiry(database, status)).hasActiveAccess;
    };
    expect(await isOpenOn(1)).toBe(true);
    expect(await isOpenOn(400)).toBe(false);
    expect(await isOpenOn(2)).toBe(true);
    expect(await isOpenOn(-300)).toBe(true);
    expect(await isOpenOn(3)).toBe(true);
    expect(await isOpenOn(11)).toBe(false);
    expect(await isOpenOn(3)).toBe(false);
  });
});
