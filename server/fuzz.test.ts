import { afterAll, beforeAll, expect, it } from 'vitest';
import { importContent } from '#server/content.ts';
import { connect, type Pool } from '#server/db/pool.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { runFuzz } from '#server/testing/fuzz/run-fuzz.ts';
import { createContentFolder } from '#server/testing/library.ts';

// A small part of `npm run prove:fuzz`, the same requests each time.

let test: TestApp;
let pool: Pool;
beforeAll(async () => {
  test = await createTestApp({ trustedProxies: ['127.0.0.1'] });
  pool = connect(test.url, { max: 1 });
  const sessions = ['one', 'two', 'three'].map((slug) => ({ slug }));
  await importContent(test.db, await createContentFolder(sessions));
});
afterAll(async () => {
  await pool.close();
  await test.close();
});

it('generated requests of five kinds of people break nothing, and change no row of anybody else', async () => {
  const base = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { faults, requests } = await runFuzz({
    ...{ app: test.app, sql: pool.sql, runJobs: () => test.runJobs(), base },
    ...{ seed: 20_261_124, count: 800 },
  });
  expect(faults).toEqual([]);
  expect(requests).toBe(800);
});
