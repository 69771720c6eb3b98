import { importJWK, jwtVerify } from 'jose';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passes } from '#server/features/billing/table.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { ACCESS_GRANT_TYPE } from '#shared/rules/offline-access.ts';
import { createAccessGrantSigner } from './service.ts';

const NOW = '2026-11-21T12:00:00Z';
const DAY_S = 86_400;
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ clock: NOW });
});
afterAll(() => site.close());

const nowS = Date.parse(NOW) / 1000;
/** Verifies a grant by the key that the server publishes. */
async function readGrant(own: TestPerson) {
  const { grant } = (await own.call('GET /api/subscription-status')).body;
  if (grant === null) return null;
  const { grantKey } = (await own.call('GET /api/config')).body;
  const point = Buffer.from(grantKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256');
  const options = { typ: ACCESS_GRANT_TYPE, currentDate: new Date(NOW) };
  return (await jwtVerify(grant, key, options)).payload;
}
const setEnd = (own: TestPerson, endsAt: string | null) =>
  site.db
    .update(passes)
    .set({ endsAt: endsAt === null ? null : new Date(endsAt) })
    .where(eq(passes.userId, own.id));

it('whoever has access gets a grant of their own until the pass ends, or two days after the flight has landed', async () => {
  const ada = await site.createPerson();
  await setEnd(ada, '2026-11-25T12:00:00Z');
  expect(await readGrant(ada)).toEqual({ sub: ada.uid, exp: nowS + 4 * DAY_S });
  const where = { timeZone: 'UTC', fromAirport: null, toAirport: null, number: null };
  const flight = { kind: 'outbound', departsOn: '2026-11-24', departsAt: '12:00', ...where };
  await ada.call('POST /api/flights', { body: flight });
  // In three days, 20 hours in the air, and 48 more.
  expect((await readGrant(ada))?.exp).toBe(nowS + 3 * DAY_S + 68 * 3600);
});

it('a pass without an end is granted for four hundred days at a time, and nobody without a pass is', async () => {
  const ada = await site.createPerson();
  await setEnd(ada, null);
  expect((await readGrant(ada))?.exp).toBe(Math.floor(nowS / DAY_S + 400) * DAY_S);
  expect(await readGrant(await site.createPerson({ state: 'no_pass' }))).toBeNull();
});

it('the key is that of the server’s secret, so that it outlives a restart', () => {
  expect(createAccessGrantSigner('one').publicKey).toBe(createAccessGrantSigner('one').publicKey);
  expect(createAccessGrantSigner('one').publicKey).not.toBe(
    createAccessGrantSigner('two').publicKey,
  );
});
