import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
  const folder = await createContentFolder([
    { slug: 'load-a', kind: 'load' },
    { slug: 'load-b', kind: 'load', areas: ['flying_with_others_anxiety'] },
    { slug: 'flow-a', kind: 'flow', situations: ['home'] },
    { slug: 'flow-b', kind: 'flow', areas: ['fear_no_escape'], situations: ['home'] },
    { slug: 'seat', form: 'seat' },
    { slug: 'sos', form: 'sos' },
    { slug: 'long', form: 'long' },
  ]);
  await importLibrary(site.db, folder);
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const timeZone = 'Europe/Paris';
const dashboard = async (person: Person) =>
  (await person.call('GET /api/dashboard', { query: { timeZone } })).body;
const flyOn = (person: Person, flightDate: string) =>
  person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
const practise = (person: Person, contentId: string, endedAt: string) =>
  person.call('POST /api/listens', {
    body: {
      id: randomUUID(),
      contentId,
      startedAt: endedAt,
      endedAt,
      positionMs: 0,
      listenedMs: 60_000,
      completed: true,
      timeZone,
    },
  });

/** Somebody who has completed a session before today, so that exposure may be proposed. */
async function createPractised() {
  const person = await site.createPerson();
  const { items } = (await person.call('GET /api/contents')).body;
  await practise(person, items[0]?.id ?? '', '2026-11-10T20:00:00Z');
  return person;
}

describe('the dashboard', () => {
  it('of somebody new is empty and recommends one session with its reason', async () => {
    const body = await dashboard(await site.createPerson());
    expect(body).toMatchObject({
      totalSessions: 0,
      practiceMs: 0,
      dayStreak: 0,
      recentActivity: [],
    });
    expect(body.sessionsToday).toEqual({ done: 0, recommended: 1 });
    expect(body.recommendations).toHaveLength(1);
    expect(body.recommendations[0]?.reason.code).toBeTruthy();
  });

  it.each([
    ['2026-12-21', 1],
    ['2026-12-20', 2],
    ['2026-12-06', 2],
    ['2026-12-05', 3],
    ['2026-11-28', 3],
    ['2026-11-27', 4],
  ])('recommends for a flight on %s %i sessions a day', async (date, count) => {
    const ada = await createPractised();
    await flyOn(ada, date);
    expect((await dashboard(ada)).sessionsToday.recommended).toBe(count);
  });

  it('recommends no exposure on the first day', async () => {
    const ada = await site.createPerson();
    await flyOn(ada, '2026-11-27');
    const { recommendations } = await dashboard(ada);
    expect(recommendations.map(({ content }) => content.kind)).toEqual(['flow', 'flow']);
  });

  it('recommends nothing for the seat, the worst minutes or a long stay', async () => {
    const ada = await createPractised();
    await flyOn(ada, '2026-11-27');
    const { recommendations } = await dashboard(ada);
    expect(recommendations.map(({ content }) => content.slug).toSorted()).toEqual([
      'flow-a',
      'flow-b',
      'load-a',
      'load-b',
    ]);
  });

  it('has a quiet session for the evening apart from those of the day, the one heard longest ago last', async () => {
    const ada = await site.createPerson();
    const { recommendations, tonight } = await dashboard(ada);
    expect(tonight?.slug).toMatch(/^flow-/);
    expect(recommendations.map(({ content }) => content.id)).not.toContain(tonight?.id);
    await practise(ada, tonight?.id ?? '', '2026-11-20T20:00:00Z');
    expect((await dashboard(ada)).tonight?.id).not.toBe(tonight?.id);
  });

  it('recommends no new Load on the last day before the flight', async () => {
    const ada = await site.createPerson();
    await flyOn(ada, '2026-11-22');
    const { recommendations } = await dashboard(ada);
    expect(recommendations.map(({ content }) => content.kind)).toEqual(['flow', 'flow']);
  });

  it('counts each session as often as it was finished, practice and the days in a row', async () => {
    const ada = await site.createPerson();
    const { items } = (await ada.call('GET /api/contents')).body;
    const [first, second] = items.map(({ id }) => id);
    await practise(ada, first ?? '', '2026-11-19T20:00:00Z');
    await practise(ada, first ?? '', '2026-11-20T20:00:00Z');
    await practise(ada, second ?? '', '2026-11-21T10:00:00Z');
    const body = await dashboard(ada);
    expect(body).toMatchObject({ totalSessions: 3, practiceMs: 180_000, dayStreak: 3 });
    expect(body.sessionsToday.done).toBe(1);
    expect(body.recentActivity.map(({ at }) => at)).toEqual([
      '2026-11-21T10:00:00.000Z',
      '2026-11-20T20:00:00.000Z',
      '2026-11-19T20:00:00.000Z',
    ]);
  });

  it('shows a session that was paused and gone on with in one row, with all its time', async () => {
    const ada = await site.createPerson();
    const { items } = (await ada.call('GET /api/contents')).body;
    const contentId = items[0]?.id ?? '';
    for (const [minute, completed] of [
      ['00', false],
      ['10', false],
      ['30', true],
    ] as const)
      await ada.call('POST /api/listens', {
        body: {
          id: randomUUID(),
          contentId,
          startedAt: `2026-11-21T10:${minute}:00Z`,
          endedAt: `2026-11-21T10:${minute}:50Z`,
          positionMs: Number(minute) * 1000,
          listenedMs: 50_000,
          completed,
          timeZone,
        },
      });
    const { recentActivity, totalSessions } = await dashboard(ada);
    expect(totalSessions).toBe(1);
    expect(recentActivity).toMatchObject([
      { contentId, listenedMs: 150_000, completed: true, at: '2026-11-21T10:30:50.000Z' },
    ]);
  });

  it('shows nothing of what another person did', async () => {
    const ada = await site.createPerson();
    const eve = await site.createPerson();
    const { items } = (await ada.call('GET /api/contents')).body;
    await practise(ada, items[0]?.id ?? '', '2026-11-21T10:00:00Z');
    expect((await dashboard(eve)).recentActivity).toEqual([]);
  });
});

describe('the session after this one', () => {
  it('is another one, with its reason', async () => {
    const ada = await site.createPerson();
    const { items } = (await ada.call('GET /api/contents')).body;
    const id = items[0]?.id ?? '';
    const { body } = await ada.call('GET /api/contents/:id/next', {
      params: { id },
      query: { timeZone },
    });
    expect(body.next?.content.id).not.toBe(id);
    expect(body.next?.reason.code).toBeTruthy();
  });
});
