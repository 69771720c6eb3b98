import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { openDatabaseSnapshot } from './read-snapshot.ts';

let database: Pool;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.close());

it('goes on after a table whose end came while nobody read', async () => {
  // About as much as the driver keeps for a reader who is behind.
  const sizes = Array.from({ length: 12 }, (_, index) => 60 + index * 6);
  for (const kilobytes of sizes)
    await database.query(
      `create table slow_${kilobytes} as select repeat('x', 1000) as line from generate_series(1, ${kilobytes})`,
    );
  const snapshot = await openDatabaseSnapshot(database.url);
  for (const kilobytes of sizes) {
    const table = { schema: 'public', name: `slow_${kilobytes}`, columns: ['line'] };
    let rows = 0;
    for await (const row of snapshot.copyRows(table)) {
      if (rows === 0) await database.query('select 1');
      rows += row.toString().split('\n').length - 1;
    }
    expect(rows).toBe(kilobytes);
  }
  await snapshot.close();
});
