import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { recordRateLimitUse, deleteExpiredRateLimitCounters } from '#server/db/rate-limits.ts';
import { rateLimits } from '#server/db/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { consumeRateLimitWithBackoff } from './rate-limits.ts';

const RULE = { limit: 5, windowMs: 60_000 };
let test: TestApp;
beforeAll(async () => (test = await createTestApp({ loadLimits: { requestsPerAddress: 60 } })));
beforeEach(async () => void (await test.db.delete(rateLimits)));
afterAll(() => test.close());

it('allows exactly as many as the rule says, however many ask at once', async () => {
  const now = test.clock();
  const asked = Array.from({ length: 40 }, () => recordRateLimitUse(test.db, 'k', RULE, now));
  const verdicts = await Promise.all(asked);
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
  expect(verdicts.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
});

it('counts anew once the window is over, and not before', async () => {
  const start = test.clock();
  const at = (ms: number) => new Date(start.getTime() + ms);
  for (let use = 0; use < 6; use++) await recordRateLimitUse(test.db, 'k', RULE, start);
  expect((await recordRateLimitUse(test.db, 'k', RULE, at(59_999))).allowed).toBe(false);
  const fresh = await recordRateLimitUse(test.db, 'k', RULE, at(60_000));
  expect(fresh).toEqual({ allowed: true, used: 1, resetsAt: at(120_000) });
});

it('ends a count that was begun by a clock that was ahead', async () => {
  const start = test.clock();
  const ahead = new Date(start.getTime() + 86_400_000);
  for (let use = 0; use < 6; use++) await recordRateLimitUse(test.db, 'k', RULE, ahead);
  expect((await recordRateLimitUse(test.db, 'k', RULE, ahead)).allowed).toBe(false);
  const fresh = await recordRateLimitUse(test.db, 'k', RULE, start);
  expect(fresh).toMatchObject({ allowed: true, used: 1 });
  expect(fresh.resetsAt).toEqual(new Date(start.getTime() + RULE.windowMs));
});

it('lets a client go on whose minute was counted by a clock that was ahead', async () => {
  const address = '203.0.113.40';
  test.clock.advance(86_400_000);
  for (let count = 0; count < 70; count++) await ask(address);
  expect(await ask(address)).toBe(429);
  test.clock.advance(-86_400_000);
  expect(await ask(address)).toBe(200);
});

it('keeps a wait that was made longer', async () => {
  const start = test.clock();
  for (let use = 0; use < 5; use++) await consumeRateLimitWithBackoff(test.db, 'k', RULE, start);
  for (let strike = 0; strike < 3; strike++) {
    const [row] = await test.db.select().from(rateLimits).where(eq(rateLimits.key, 'k'));
    const again = strike === 0 ? start : (row?.resetsAt ?? start);
    if (strike > 0)
      for (let use = 0; use < 5; use++)
        await consumeRateLimitWithBackoff(test.db, 'k', RULE, again);
    await expect(consumeRateLimitWithBackoff(test.db, 'k', RULE, again)).rejects.toThrow();
    const soon = new Date(again.getTime() + RULE.windowMs * 2 ** strike - 1);
    await expect(consumeRateLimitWithBackoff(test.db, 'k', RULE, soon)).rejects.toThrow();
  }
});

it('counts each key by itself', async () => {
  const now = test.clock();
  for (let use = 0; use < 6; use++) await recordRateLimitUse(test.db, 'one', RULE, now);
  expect((await recordRateLimitUse(test.db, 'other', RULE, now)).used).toBe(1);
});

it('sweeps what is over and nothing else', async () => {
  const now = test.clock();
  await recordRateLimitUse(test.db, 'old', RULE, new Date(now.getTime() - 60_001));
  await recordRateLimitUse(test.db, 'new', RULE, now);
  await deleteExpiredRateLimitCounters(test.db, now);
  expect(await test.db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: 'new' }]);
});

async function ask(
  remoteAddress: string,
  headers: Record<string, string> = {},
  url = '/api/config',
) {
  const response = await test.app.inject({ url, remoteAddress, headers });
  return response.statusCode;
}

it('bounds what one client asks of the API in a minute, and tells when to come back', async () => {
  const address = '203.0.113.7';
  const answers: number[] = [];
  for (let count = 0; count < 130; count++) answers.push(await ask(address));
  const passed = answers.filter((status) => status === 200).length;
  expect(passed).toBeGreaterThanOrEqual(50);
  expect(passed).toBeLessThanOrEqual(60);
  const refused = await test.app.inject({ url: '/api/config', remoteAddress: address });
  expect(refused.json()).toEqual({ error: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  expect(await ask(address, { 'x-forwarded-for': '1.2.3.4' })).toBe(429);
  expect(await ask('203.0.113.8')).toBe(200);
  expect(await ask(address, {}, '/health')).toBe(200);
  test.clock.advance(60_000);
  expect(await ask(address)).toBe(200);
});

it('counts an IPv6 subscriber once, whichever of their addresses they use', async () => {
  for (let count = 0; count < 70; count++) await ask(`2001:db8:1:2::${count.toString(16)}`);
  expect(await ask('2001:db8:1:2:ffff::1')).toBe(429);
  expect(await ask('2001:db8:1:3::1')).toBe(200);
});

it('stores no address', async () => {
  await ask('203.0.113.9');
  const rows = await test.db.select().from(rateLimits);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('203.0.113');
});

it('believes X-Forwarded-For from a declared proxy only, and spares this machine without one', async () => {
  const proxied = await createTestApp({
    trustedProxies: ['127.0.0.0/8'],
    loadLimits: { requestsPerAddress: 50 },
  });
  const through = async (forwarded: string, from = '127.0.0.1') => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await proxied.app.inject({ url: '/api/config', remoteAddress: from, headers }))
      .statusCode;
  };
  for (let count = 0; count < 51; count++) await through('203.0.113.20');
  expect(await through('203.0.113.20')).toBe(429);
  expect(await through('203.0.113.21')).toBe(200);
  // An address the caller puts before the real one is not believed.
  expect(await through('203.0.113.99, 203.0.113.20')).toBe(429);
  expect(await through('203.0.113.20', '198.51.100.1')).toBe(200);
  await proxied.close();
  for (let count = 0; count < 70; count++) await ask('127.0.0.1');
  expect(await ask('127.0.0.1')).toBe(200);
});
