import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { type TestPerson, exportData, PASSWORD } from '#server/testing/people.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { listens, progress, selfRatings } from './table.ts';

let site: TestApp;
let contentId: string;
let otherId: string;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
  const script =
    'title: A title\nsummary: A summary.\n---\nHow afraid are you?\n[rate fear]\nStay.\n[rate fear]';
  const sessions = [
    { slug: 'one', script },
    { slug: 'other', script },
    { slug: 'quiet', publishedOn: '2026-01-01' },
  ];
  await importLibrary(site.db, await createContentFolder(sessions));
  const { items } = (await (await site.createPerson()).call('GET /api/contents')).body;
  [contentId = '', otherId = ''] = ['one', 'other'].map(
    (slug) => items.find((item) => item.slug === slug)?.id ?? '',
  );
});
afterAll(() => site.close());

const fear = (cue: number, value: number, ratedAt = '2026-11-21T11:00:30Z') => ({
  cue,
  name: 'fear' as const,
  value,
  ratedAt,
});
const listen = (given: unknown, change: object = {}) => ({
  body: {
    id: randomUUID(),
    contentId,
    startedAt: '2026-11-21T11:00:00Z',
    endedAt: '2026-11-21T11:01:00Z',
    positionMs: 5_000,
    listenedMs: 5_000,
    completed: false,
    timeZone: 'Europe/Paris',
    ...(given !== undefined && { selfRatings: given }),
    ...change,
  },
});
const open = async (own: TestPerson, id = contentId) =>
  (await own.call('GET /api/contents/:id', { params: { id } })).body;
const setConsent = (own: TestPerson, given: boolean) =>
  own.call('PUT /api/assessment/consent', { body: { given, version: HEALTH_CONSENT_VERSION } });
const stored = (own: TestPerson) =>
  site.db.select().from(selfRatings).where(eq(selfRatings.userId, own.id));

describe('a number that a session asked for', () => {
  it('is kept with its listen, and told with the session to whoever gave it', async () => {
    const ada = await site.createPerson();
    const eve = await site.createPerson();
    const later = fear(3, 4, '2026-11-21T11:00:50.000Z');
    await ada.call('POST /api/listens', listen([later, fear(1, 7, '2026-11-21T11:00:10.000Z')]));
    expect((await open(ada)).selfRatings).toEqual([fear(1, 7, '2026-11-21T11:00:10.000Z'), later]);
    expect((await open(ada, otherId)).selfRatings).toEqual([]);
    expect((await open(eve)).selfRatings).toEqual([]);
  });

  it('is kept once however often it is sent, with its key and without', async () => {
    const ada = await site.createPerson();
    const sent = listen([fear(1, 7)]);
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      [headers, headers, {}, {}].map((one) =>
        ada.call('POST /api/listens', { ...sent, headers: one }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stored(ada)).toHaveLength(1);
  });

  it('of yesterday is kept, and belongs to no run of today', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/listens', listen([fear(1, 7, '2026-11-20T23:00:00Z')]));
    expect(await stored(ada)).toHaveLength(1);
    expect((await open(ada)).selfRatings).toEqual([]);
  });

  it('of a clock that runs ahead is of now', async () => {
    const ada = await site.createPerson();
    const given = [fear(3, 5, '2030-01-01T00:00:30Z'), fear(1, 7, '2030-01-01T00:00:10Z')];
    await ada.call('POST /api/listens', listen(given, { endedAt: '2030-01-01T00:01:00Z' }));
    expect((await open(ada)).selfRatings).toEqual([
      fear(1, 7, '2026-11-21T11:59:10.000Z'),
      fear(3, 5, '2026-11-21T11:59:30.000Z'),
    ]);
    await ada.call('POST /api/listens', listen([fear(5, 2, '2031-01-01T00:00:00Z')]));
    expect((await open(ada)).selfRatings?.at(-1)).toEqual(fear(5, 2, '2026-11-21T12:00:00.000Z'));
  });

  it('may be left out, as by an app that does not know of it', async () => {
    const ada = await site.createPerson();
    expect((await ada.call('POST /api/listens', listen(undefined))).status).toBe(200);
    expect((await ada.call('POST /api/listens', listen([]))).status).toBe(200);
  });

  it.each([
    ['fear above its scale', [fear(1, 11)]],
    ['certainty above its scale', [{ ...fear(1, 101), name: 'sure' }]],
    ['fear below its scale', [fear(1, -1)]],
    ['half a number', [fear(1, 4.5)]],
    ['no number', [fear(1, Number.NaN)]],
    ['a number as text', [{ ...fear(1, 0), value: '7' }]],
    ['a scale nobody knows', [{ ...fear(1, 7), name: 'calm' }]],
    ['a place before the first', [fear(-1, 7)]],
    ['a place beyond any script', [fear(10_000, 7)]],
    ['the same place twice', [fear(1, 7), fear(1, 6)]],
    ['words besides', [{ ...fear(1, 7), note: 'I was shaking' }]],
    ['no instant', [{ cue: 1, name: 'fear', value: 7 }]],
    ['an instant of another age', [fear(1, 7, '0001-01-01T00:00:00Z')]],
    ['more than a script can ask', Array.from({ length: 101 }, (_, cue) => fear(cue, 7))],
    ['what is no list', { 1: 7 }],
    ['nothing', null],
  ])('is refused with %s, and nothing of the listen is kept', async (_what, given) => {
    const ada = await site.createPerson();
    const { status, body } = await ada.call('POST /api/listens', listen(given));
    expect([status, body.error?.code]).toEqual([400, 'invalid_input']);
    expect(await site.db.select().from(listens).where(eq(listens.userId, ada.id))).toEqual([]);
  });
});

describe('without the consent to health data', () => {
  it('a listen counts, and what was rated in it is neither kept nor asked back', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/listens', listen([fear(1, 7)]));
    await setConsent(ada, false);
    expect(await stored(ada)).toEqual([]);
    const { status, body } = await ada.call('POST /api/listens', listen([fear(1, 6)]));
    expect([status, body.listenedMs]).toEqual([200, 10_000]);
    expect(await stored(ada)).toEqual([]);
    expect((await open(ada)).selfRatings).toBeNull();
  });

  it('what was given before a withdrawal does not come back under a new consent', async () => {
    const ada = await site.createPerson();
    await setConsent(ada, false);
    await setConsent(ada, true);
    await ada.call('POST /api/listens', listen([fear(1, 7), fear(3, 5, '2026-11-21T12:00:00Z')]));
    expect((await stored(ada)).map(({ cue }) => cue)).toEqual([3]);
  });

  it('a withdrawal and a listen at once leave nothing behind', async () => {
    const ada = await site.createPerson();
    const sent = Array.from({ length: 8 }, (_, cue) => listen([fear(cue, 7)]));
    const replies = await Promise.all([
      ...sent.slice(0, 4).map((one) => ada.call('POST /api/listens', one)),
      setConsent(ada, false),
      ...sent.slice(4).map((one) => ada.call('POST /api/listens', one)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await stored(ada)).toEqual([]);
  });
});

it('is in the export, and gone with the account', async () => {
  const ada = await site.createPerson();
  await ada.call('POST /api/listens', listen([fear(1, 7)]));
  const { tables } = await exportData(ada);
  expect(tables['self_ratings']).toMatchObject([{ cue: 1, name: 'fear', value: 7, contentId }]);
  await ada.call('DELETE /api/users/me', {
    body: { email: ada.email, currentPassword: PASSWORD },
  });
  expect(await stored(ada)).toEqual([]);
});

describe('a session that is marked complete again by a device that did not know of it', () => {
  const MINUTE = 60_000;
  const at = (minute: number) => new Date(Date.parse('2026-11-21T08:00:00Z') + minute * MINUTE);
  const mark = (from: number, to: number, heardMs: number, positionMs = 5_000) =>
    listen(undefined, {
      startedAt: at(from).toISOString(),
      endedAt: at(to).toISOString(),
      positionMs,
      listenedMs: heardMs,
      completed: true,
    });
  const countCompletions = async (own: TestPerson) => {
    const [found] = await site.db.select().from(progress).where(eq(progress.userId, own.id));
    return found?.completions;
  };

  it('is complete once, unless it was heard again or is marked hours later', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/listens', mark(0, 1, 5_000));
    await ada.call('POST /api/listens', mark(2, 2, 0));
    expect(await countCompletions(ada)).toBe(1);
    expect(
      (await ada.call('GET /api/dashboard', { query: { timeZone: 'UTC' } })).body,
    ).toMatchObject({ totalSessions: 1, recentActivity: [{ completed: true }] });
    await ada.call('POST /api/listens', mark(3, 4, 4_000));
    expect(await countCompletions(ada)).toBe(2);
  });

  it('counts alike in whatever order its listens arrive', async () => {
    const told = [
      mark(0, 1, 5_000),
      mark(2, 2, 0),
      mark(3, 3, 100),
      mark(5, 6, 5_000),
      mark(7, 7, 0),
    ];
    const counts = new Set<number | undefined>();
    for (let shift = 0; shift < told.length; shift += 1) {
      const own = await site.createPerson();
      const order = [...told.slice(shift), ...told.slice(0, shift)];
      if (shift % 2 === 1) order.reverse();
      for (const one of order) await own.call('POST /api/listens', one);
      counts.add(await countCompletions(own));
    }
    expect([...counts]).toEqual([2]);
  });
});
