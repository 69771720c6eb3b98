import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('two fresh databases have the schema and share nothing', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.query('create table only_here (id int)');
  const { rows: tables } = await two.query(
    `select to_regclass('only_here') as here, to_regclass('users') as users`,
  );
  expect(tables[0]).toEqual({ here: null, users: 'users' });
  await Promise.all([one.close(), two.close()]);
});
