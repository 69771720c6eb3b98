import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { createTestApp } from '#server/testing/app.ts';

async function countWarnings(trustedProxies: string[], forwarded: boolean): Promise<number> {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
  const test = await createTestApp({ log, trustedProxies });
  const headers = forwarded ? { 'x-forwarded-for': '203.0.113.7' } : {};
  for (let count = 0; count < 3; count++)
    await test.app.inject({ url: '/health', remoteAddress: '10.0.0.2', headers });
  await test.close();
  expect(lines.join('')).not.toMatch(/203\.0\.113\.7|10\.0\.0\.2/);
  return lines.filter((line) => line.includes('TRUSTED_PROXIES')).length;
}

it('warns once of a proxy that nobody declared, and of no other', async () => {
  expect(await countWarnings([], true)).toBe(1);
  expect(await countWarnings(['10.9.0.0/16'], true)).toBe(1);
  expect(await countWarnings(['10.0.0.0/24'], true)).toBe(0);
  expect(await countWarnings([], false)).toBe(0);
});
