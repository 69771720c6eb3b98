import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import type { DrizzlePool } from '#server/db/pool.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';

let test: TestApp;
/** What reached the database: the text of each statement, and `begin` for each transaction. */
const statements: string[] = [];
beforeAll(async () => {
  test = await createTestApp({
    create: ({ db }) => {
      const { $client: client } = db as unknown as { $client: DrizzlePool };
      const query = client.query.bind(client);
      const connect = client.connect.bind(client);
      client.query = (statement, values) => {
        statements.push(statement.text);
        return query(statement, values);
      };
      client.connect = () => {
        statements.push('begin');
        return connect();
      };
      return {};
    },
  });
  await importLibraryAndUpdateSearchIndex(test.db, await createContentFolder([{ slug: 'one' }]));
});
afterAll(() => test.close());

it.each([
  'GET /api/auth/identity',
  'GET /api/banners/active',
  'GET /api/contents',
  'GET /api/dashboard',
  'GET /api/flights',
  'GET /api/subscription-status',
  'GET /api/users/me',
] as const)(
  '%s asks the database once for the person, their sign-in and all that is theirs',
  async (route) => {
    const own = await test.createPerson();
    statements.length = 0;
    await own.call('PATCH /api/users/me', { body: { streakShown: true } });
    expect(statements.length).toBeGreaterThan(1);
    const ask = () =>
      own.call(
        route,
        route === 'GET /api/dashboard' ? { query: { timeZone: 'Europe/Paris' } } : {},
      );
    // What all people share comes with the first call.
    await ask();
    statements.length = 0;
    expect((await ask()).status).toBe(200);
    expect(statements).toEqual([expect.stringContaining('"auth_sessions"')]);
  },
);
