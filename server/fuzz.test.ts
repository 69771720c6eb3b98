// @module-tag whole

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { createPool, type Pool } from '#server/db/pool.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { runFuzz } from '#server/testing/fuzz/run-fuzz.ts';
import { createContentFolder } from '#server/testing/library.ts';

// A small part of `npm run prove:fuzz`, the same requests each time.

let test: TestApp;
let pool: Pool;
let folder: string;
beforeAll(async () => {
  // Recordings are begun too.
  folder = await mkdtemp(path.join(tmpdir(), 'envol-fuzz-'));
  test = await createTestApp({ trustedProxies: ['127.0.0.1'], media: createMediaStore(folder) });
  pool = createPool(test.url, { max: 1 });
  const sessions = ['one', 'two', 'three'].map((slug) => ({ slug }));
  await importLibraryAndUpdateSearchIndex(test.db, await createContentFolder(sessions));
});
afterAll(async () => {
  await pool.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('generated requests of five kinds of people break nothing, and change no row of anybody else', async () => {
  const base = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { faults, requests } = await runFuzz({
    app: test.app,
    pool,
    runJobs: () => test.runJobs(),
    base,
    seed: 20_261_124,
    count: 800,
  });
  expect(faults).toEqual([]);
  expect(requests).toBe(800);
});
