// @module-tag whole

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import type { Pool } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { findMergeDivergences } from '#server/testing/interleavings.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { SYNCED_WRITE_KINDS } from '#server/testing/synced-kinds.ts';

const RUN = { seed: 1903, interleavings: Number(process.env['INTERLEAVINGS'] ?? '100'), lanes: 2 };
const NEVER_MISSED_MS = 600_000;

let database: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const programs = [{ slug: 'steps', lessons: ['one'] }];
  await importLibraryAndUpdateSearchIndex(
    database.db,
    await createContentFolder([{ slug: 'one' }], programs),
  );
});
afterAll(() => database.close());

describe('what two devices wrote apart', () => {
  it.each(SYNCED_WRITE_KINDS.map((kind) => [kind.name, kind] as const))(
    'ends alike and whole in whatever order it arrives, and however often: %s',
    async (_name, kind) => {
      expect(await findMergeDivergences(database, kind, RUN)).toEqual([]);
    },
    NEVER_MISSED_MS,
  );
});
