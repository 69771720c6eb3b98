import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { combineOwnDataQueries } from '#server/db/own-data.ts';
import { runOwnDataQuery } from '#server/testing/own-rows.ts';
import { toSessionHistories, toSessionHistoriesBefore } from './reads.ts';
import { ownProgressQuery, ownRecentListensQuery } from './reads.ts';

let site: TestApp;
/** Two sessions that only their names and dates tell apart: `newer` comes first where nothing was heard. */
let newer: string;
let older: string;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
  const folder = await createContentFolder([
    { slug: 'newer', kind: 'flow', publishedOn: '2026-11-02' },
    { slug: 'older', kind: 'flow', publishedOn: '2026-11-01' },
  ]);
  await importLibrary(site.db, folder);
  const { items } = (await (await site.createPerson()).call('GET /api/contents')).body;
  [newer = '', older = ''] = ['newer', 'older'].map(
    (slug) => items.find(({ title }) => title.startsWith(slug))?.id ?? '',
  );
});
afterAll(() => site.close());

const timeZone = 'Europe/Paris';
const daysAgo = (days: number) =>
  new Date(site.clock().getTime() - days * 86_400_000).toISOString();
const hear = async (own: TestPerson, contentId: string, days: number, completed = true) => {
  const endedAt = daysAgo(days);
  const times = { startedAt: endedAt, endedAt, positionMs: 0, listenedMs: 1000, timeZone };
  const body = { id: randomUUID(), contentId, completed, ...times };
  expect((await own.call('POST /api/listens', { body })).status).toBe(200);
};
const recommended = async (own: TestPerson) => {
  const { body } = await own.call('GET /api/dashboard', { query: { timeZone } });
  return body.recommendations[0]?.content.id;
};

describe('what is recommended', () => {
  it('begins with the newer of two sessions that are alike', async () => {
    expect(await recommended(await site.createPerson())).toBe(newer);
  });

  it.each([
    ['in order', [10, 1]],
    ['with the earlier one arriving last', [1, 10]],
  ])('lets a session rest that was repeated yesterday, told %s', async (_how, completions) => {
    const ada = await site.createPerson();
    await hear(ada, older, 10);
    for (const days of completions) await hear(ada, newer, days);
    expect(await recommended(ada)).toBe(older);
  });

  it('prefers what was heard less often', async () => {
    const ada = await site.createPerson();
    for (const contentId of [newer, older]) await hear(ada, contentId, 10);
    expect(await recommended(ada)).toBe(newer);
    for (const days of [11, 12]) await hear(ada, newer, days);
    expect(await recommended(ada)).toBe(older);
  });
});

describe('what somebody did with a session', () => {
  it('counts each listen once and dates the last completion, in whatever order they come', async () => {
    const ada = await site.createPerson();
    for (const days of [3, 9, 5]) await hear(ada, newer, days);
    await hear(ada, newer, 1, false);
    const completedAt = new Date(daysAgo(3));
    const values = { now: daysAgo(0) };
    const history = toSessionHistories(
      await runOwnDataQuery(site.db, ada.id, ownProgressQuery, values),
    );
    expect(history.get(newer)).toEqual({ completedAt, listens: 4 });
  });

  it('before an instant does not know of what came since', async () => {
    const ada = await site.createPerson();
    for (const days of [0.1, 9, 5]) await hear(ada, newer, days);
    await hear(ada, older, 0.1);
    const rows = combineOwnDataQueries({
      progress: ownProgressQuery,
      recent: ownRecentListensQuery,
    });
    const before = async (days: number) => {
      const values = { now: daysAgo(days - 0.5) };
      const { progress, recent } = await runOwnDataQuery(site.db, ada.id, rows, values);
      return Object.fromEntries(
        toSessionHistoriesBefore(progress, recent, new Date(daysAgo(days))),
      );
    };
    const history = { completedAt: new Date(daysAgo(5)), listens: 2 };
    expect(await before(0.5)).toEqual({ [newer]: history });
    expect(await before(7)).toEqual({
      [newer]: { completedAt: new Date(daysAgo(9)), listens: 1 },
    });
    expect(await before(10)).toEqual({});
    // Between the beginning of what is read listen by listen and the instant itself.
    await hear(ada, newer, 0.9);
    expect(await before(0.5)).toEqual({
      [newer]: { completedAt: new Date(daysAgo(0.9)), listens: 3 },
    });
  });
});
