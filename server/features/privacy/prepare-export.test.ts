import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { type TestPerson, CURRENT_PASSWORD_INPUT, PASSWORD } from '#server/testing/people.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { exportPersonalData } from './export-data.ts';
import { deleteExpiredExports } from './prepare-export.ts';

let test: TestApp;
let contentId: string;
beforeAll(async () => {
  test = await createTestApp();
  await importLibraryAndUpdateSearchIndex(test.db, await createContentFolder([{ slug: 'one' }]));
  const { body } = await (await test.createPerson()).call('GET /api/contents');
  contentId = body.items[0]?.id ?? '';
});
afterAll(() => test.close());

/** Gives a person listens, a minute from one to the next. */
const addListens = (own: TestPerson, count: number) =>
  test.db.execute(sql`
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
    select ${own.id}, gen_random_uuid(), ${contentId}, at, at, 1, 1, false, 'Europe/Paris', at
    from (select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' as at from generate_series(1, ${count}::int) n) listen`);
const erase = (own: TestPerson, body: object = { email: own.email, currentPassword: PASSWORD }) =>
  own.call('DELETE /api/users/me', { body });

it('an export is for whoever knows the password, and not for a device that was left open', async () => {
  const own = await test.createPerson();
  const ask = async (body: object) =>
    (await own.call('POST /api/users/me/export', { body })).body.error?.code;
  expect(await ask({})).toBe('wrong_credentials');
  expect(await ask({ currentPassword: 'not the password' })).toBe('wrong_credentials');
  expect(await ask(CURRENT_PASSWORD_INPUT.body)).toBeUndefined();
});

it('an export takes a fresh sign-in where there is no password, and so does the erasure', async () => {
  const own = await test.createPerson();
  // As of a person who signs in with Google.
  await test.db.execute(
    sql`update auth_accounts set provider_id = 'google', password = null where user_id = ${own.uid}`,
  );
  const age = (minutes: number) =>
    test.db.execute(
      sql`update auth_sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${own.uid}`,
    );
  const ask = () => own.call('POST /api/users/me/export', { body: {} });
  await age(11);
  const refused = [await ask(), await erase(own, { email: own.email })];
  expect(refused.map(({ body }) => body.error?.code)).toEqual(
    Array(2).fill('fresh_sign_in_needed'),
  );
  await age(1);
  const answers = [await ask(), await erase(own, { email: own.email })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

it('the export of somebody who has much is prepared in the background, once, and can be fetched for a day by them alone', async () => {
  const own = await test.createPerson();
  const other = await test.createPerson();
  const look = async () => (await own.call('GET /api/users/me/export')).body;
  const fetch = (who: TestPerson) => who.call('GET /api/users/me/export/file');
  await addListens(own, 21_000);
  expect(await look()).toEqual({ state: 'none', until: null });
  const asked = await Promise.all(
    [1, 2].map(() => own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT)),
  );
  expect(asked.map(({ status }) => status)).toEqual([202, 202]);
  expect((await look()).state).toBe('preparing');
  expect((await fetch(own)).status).toBe(404);
  const outcomes = await test.runJobs();
  expect(outcomes.filter(({ name }) => name === 'prepare-export')).toEqual([
    { name: 'prepare-export', outcome: 'done' },
  ]);
  expect(await look()).toMatchObject({ state: 'ready', until: expect.any(String) as unknown });
  expect((await fetch(own)).body.tables['listens']).toHaveLength(21_000);
  expect([(await fetch(other)).status, (await fetch(own)).status]).toEqual([404, 200]);
  await test.db.execute(sql`update data_exports set expires_at = ${test.clock().toISOString()}`);
  expect([(await look()).state, (await fetch(own)).status]).toEqual(['none', 404]);
  await deleteExpiredExports(test.db, new Date(test.clock().getTime() + 1));
  expect((await test.db.execute(sql`select 1 from data_export_parts`)).rows).toEqual([]);

  // It holds health data, and goes with the consent to it.
  await own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT);
  await test.runJobs();
  expect((await look()).state).toBe('ready');
  await own.call('PUT /api/assessment/consent', {
    body: { given: false, version: HEALTH_CONSENT_VERSION },
  });
  expect((await look()).state).toBe('none');
  // So many rows are slow to look through for the tests that follow.
  await erase(own);
});

it('while somebody reads their export slowly, another one is prepared, and everything is written as ever', async () => {
  const slow = await test.createPerson();
  const other = await test.createPerson();
  // More than an unread stream takes.
  await addListens(slow, 500);
  const keys = { userId: slow.id, uid: slow.uid, email: slow.email };
  const unread = await exportPersonalData(test.app.dependencies.exportDb, keys, {
    product: 'Envol',
  });
  expect((await other.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT)).status).toBe(202);
  expect((await other.call('GET /api/users/me/export')).body.state).toBe('preparing');
  await test.runJobs();
  expect((await other.call('GET /api/users/me/export/file')).status).toBe(200);
  expect(await text(unread)).toContain('"listens":[{');
  expect((await other.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT)).status).toBe(200);
});
