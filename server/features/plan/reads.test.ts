import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
  const slugs = ['a', 'b', 'c'].flatMap((name) => [
    { slug: `load-${name}`, kind: 'load' as const },
    { slug: `flow-${name}`, kind: 'flow' as const },
  ]);
  await importLibrary(site.db, await createContentFolder(slugs));
});
afterAll(() => site.close());

const timeZone = 'Europe/Paris';
const plan = async (own: TestPerson) =>
  (await own.call('GET /api/plan', { query: { timeZone } })).body;
const dashboard = async (own: TestPerson) =>
  (await own.call('GET /api/dashboard', { query: { timeZone } })).body;
const flyOn = (own: TestPerson, flightDate: string) =>
  own.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
const finish = (
  own: TestPerson,
  contentId: string,
  endedAt = '2026-11-21T11:00:00Z',
  completed = true,
) =>
  own.call('POST /api/listens', {
    body: {
      id: randomUUID(),
      contentId,
      startedAt: endedAt,
      endedAt,
      positionMs: 0,
      listenedMs: 60_000,
      completed,
      timeZone,
    },
  });

describe('the plan', () => {
  it('goes from today to the flight and names its sessions in the language of the person', async () => {
    const ada = await site.createPerson();
    await flyOn(ada, '2026-12-01');
    const { flight, days, contents, dailyMinutes } = await plan(ada);
    expect(flight?.departsOn).toBe('2026-12-01');
    expect(dailyMinutes).toBeNull();
    expect([days.at(0)?.date, days.at(-1)?.date]).toEqual(['2026-11-21', '2026-12-01']);
    expect(days.at(-1)?.stage).toBe('flight_day');
    const titles = new Map(contents.map(({ id, title }) => [id, title]));
    const named = days.flatMap(({ sessions }) => sessions.map(({ id }) => titles.get(id)));
    expect(named).not.toContain(undefined);
  });

  it('is a week of one session a day without a flight, and after one has passed', async () => {
    const later = await site.createPerson();
    const { flight, isAssessed, days } = await plan(later);
    expect([flight, isAssessed]).toEqual([null, true]);
    expect(days.map(({ sessions }) => sessions.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it('begins with what the dashboard recommends, and both tell what is done today', async () => {
    const ada = await site.createPerson();
    await flyOn(ada, '2026-12-12');
    const planned = (await plan(ada)).days[0]?.sessions ?? [];
    const { recommendations, doneToday } = await dashboard(ada);
    expect(recommendations.map(({ content }) => content.id)).toEqual(planned.map(({ id }) => id));
    expect(doneToday).toEqual([]);

    const [first, second] = planned;
    await finish(ada, first?.id ?? '');
    const after = await dashboard(ada);
    expect(after.doneToday.map(({ id }) => id)).toEqual([first?.id]);
    expect(after.recommendations.map(({ content }) => content.id)).toEqual([second?.id]);
    const [today] = (await plan(ada)).days;
    expect(today?.sessions.map(({ done }) => done)).toEqual([true, false]);

    await finish(ada, second?.id ?? '');
    const enough = await dashboard(ada);
    expect(enough.sessionsToday).toEqual({ done: 2, recommended: 2 });
    expect(enough.recommendations).toHaveLength(1);
  });

  it('stays as it was when a session of today is begun and left', async () => {
    const ada = await site.createPerson();
    await flyOn(ada, '2026-12-04');
    const before = await dashboard(ada);
    const [first] = before.recommendations;
    await finish(ada, first?.content.id ?? '', '2026-11-21T11:00:00Z', false);
    expect((await dashboard(ada)).recommendations).toEqual(before.recommendations);
  });

  it.each([
    null,
    '2026-11-22',
    '2026-11-23',
    '2026-11-29',
    '2026-12-04',
    '2026-12-12',
    '2027-02-01',
  ])(
    'names the same session after any other in the player and on the dashboard, for a flight on %s',
    async (flight) => {
      const ada = await site.createPerson();
      if (flight) await flyOn(ada, flight);
      const { items } = (await ada.call('GET /api/contents')).body;
      const loads = new Set(items.flatMap(({ id, kind }) => (kind === 'load' ? [id] : [])));
      const seen = new Set<string>();
      // Out of order and beyond what the day has: planned sessions and others in turn.
      for (let turn = 0; seen.size < items.length; turn++) {
        const [first] = (await dashboard(ada)).recommendations;
        const other = items.findLast(({ id }) => !seen.has(id) && id !== first?.content.id);
        const id = (turn % 2 === 0 && other?.id) || first?.content.id || '';
        await finish(ada, id, `2026-11-21T11:${10 + turn}:00Z`);
        seen.add(id);
        const [shown] = (await dashboard(ada)).recommendations;
        const { next } = (
          await ada.call('GET /api/contents/:id/next', { params: { id }, query: { timeZone } })
        ).body;
        expect(next).toMatchObject({ content: { id: shown?.content.id }, reason: shown?.reason });
        const isNewLoad = loads.has(next?.content.id ?? '') && !seen.has(next?.content.id ?? '');
        if (flight === '2026-11-22') expect(isNewLoad).toBe(false);
      }
    },
  );

  it('leads to the flight home as soon as the first one has landed', async () => {
    const ada = await site.createPerson();
    const flight = {
      kind: 'outbound',
      timeZone,
      fromAirport: null,
      toAirport: null,
      number: null,
    } as const;
    const fly = (departsOn: string, departsAt: string | null) =>
      ada.call('POST /api/flights', { body: { ...flight, departsOn, departsAt } });
    await fly('2026-11-21', '08:00');
    const landed = (await plan(ada)).days[0];
    expect([landed?.daysUntil, landed?.stage]).toEqual([0, 'flight_day']);
    await fly('2026-12-04', null);
    const { flight: home, days } = await plan(ada);
    expect([home?.departsOn, days[0]?.daysUntil, days.at(-1)?.date]).toEqual([
      '2026-12-04',
      13,
      '2026-12-04',
    ]);
    const reasons = (await dashboard(ada)).recommendations.map(({ reason }) => reason.code);
    expect(reasons).not.toContain('last_day_flow');
  });

  it('has as many sessions as specified for somebody who chose no minutes, and the dashboard too', async () => {
    const script =
      'title: A title\nsummary: A summary.\nsource: Somebody, a book, 2020\n---\nA sentence.\n';
    const slugs = ['d', 'e', 'f', 'g'].map((slug) => ({
      slug,
      script: script + '[pause 110]\n'.repeat(6),
    }));
    await importLibrary(site.db, await createContentFolder(slugs));
    for (const [flight, count] of [
      ['2026-12-05', 3],
      ['2026-11-28', 3],
      ['2026-11-27', 4],
    ] as const) {
      const ada = await site.createPerson();
      await flyOn(ada, flight);
      expect((await plan(ada)).days[0]?.sessions).toHaveLength(count);
      const { sessionsToday, recommendations } = await dashboard(ada);
      expect([sessionsToday.recommended, recommendations.length]).toEqual([count, count]);
      await ada.call('PATCH /api/users/me', { body: { dailyMinutes: 15 } });
      const { contents, days } = await plan(ada);
      const length = new Map(contents.map(({ id, durationMs }) => [id, durationMs]));
      for (const { sessions } of days.filter((day) => day.sessions.length > 1))
        expect(sessions.reduce((sum, { id }) => sum + (length.get(id) ?? 0), 0)).toBeLessThan(
          1_125_000,
        );
    }
  });

  it('keeps to the minutes a day a person chose', async () => {
    const ada = await site.createPerson();
    const { body } = await ada.call('PATCH /api/users/me', { body: { dailyMinutes: 30 } });
    expect(body.dailyMinutes).toBe(30);
    expect((await plan(ada)).dailyMinutes).toBe(30);
    const unset = await ada.call('PATCH /api/users/me', { body: { dailyMinutes: null } });
    expect(unset.body.dailyMinutes).toBeNull();
    expect((await plan(ada)).dailyMinutes).toBeNull();
    const much = { body: { dailyMinutes: 61 } };
    expect((await ada.call('PATCH /api/users/me', much)).status).toBe(400);
  });
});

describe('a session about something that only some people have met with', () => {
  it('is proposed to those who have chosen it by themselves, and to nobody else', async () => {
    const slugs = [{ slug: 'one' }, { slug: 'those-who-faint', optIn: true }];
    await importLibrary(site.db, await createContentFolder(slugs));
    const ada = await site.createPerson();
    const zoe = await site.createPerson();
    const { items } = (await ada.call('GET /api/contents')).body;
    const id = items.find(({ slug }) => slug === 'those-who-faint')?.id ?? '';
    await finish(zoe, id, '2026-11-19T11:00:00Z', false);
    const propose = async (own: TestPerson) =>
      (await plan(own)).days.flatMap(({ sessions }) => sessions.map((session) => session.id));
    expect(await propose(ada)).not.toContain(id);
    expect(await propose(zoe)).toContain(id);
  });
});

describe('a guarded session', () => {
  it('is proposed while the flight is far, to nobody within three days of it, and a past flight unasked to nobody', async () => {
    const guarded = (['sensations', 'memory'] as const).map((guard) => ({ slug: guard, guard }));
    await importLibrary(site.db, await createContentFolder([{ slug: 'one' }, ...guarded]));
    const far = await site.createPerson();
    const near = await site.createPerson();
    await flyOn(far, '2026-12-20');
    await flyOn(near, '2026-11-22');
    const propose = async (own: TestPerson) =>
      (await plan(own)).contents.map(({ title }) => title).toSorted();
    expect(await propose(far)).toEqual(['one en', 'sensations en']);
    expect(await propose(near)).toEqual(['one en']);
  });
});

describe('the day of a flight and the evening after', () => {
  it('bring what is for the airport and then what is for afterwards, and never a piece for the seat', async () => {
    const slugs = [
      { slug: 'plain' },
      { slug: 'airport', situations: ['home' as const, 'airport' as const] },
      { slug: 'evening', situations: ['after' as const] },
      { slug: 'seat', form: 'seat' as const },
      { slug: 'load', kind: 'load' as const },
    ];
    await importLibrary(site.db, await createContentFolder(slugs));
    const flying = await site.createPerson();
    const landed = await site.createPerson();
    await flyOn(flying, '2026-11-21');
    const flight = { kind: 'outbound', departsOn: '2026-11-21', departsAt: '06:30' } as const;
    const nowhere = { timeZone, fromAirport: null, toAirport: null, number: null };
    await landed.call('POST /api/flights', { body: { ...flight, ...nowhere } });
    const today = async (own: TestPerson) => {
      const { contents, days } = await plan(own);
      const titles = new Map(contents.map(({ id, title }) => [id, title]));
      return days[0]?.sessions.map(({ id }) => titles.get(id)) ?? [];
    };
    expect((await today(flying))[0]).toBe('airport en');
    expect((await today(landed))[0]).toBe('evening en');
    expect((await dashboard(landed)).recommendations[0]?.content.title).toBe('evening en');
    for (const own of [flying, landed])
      expect((await plan(own)).contents.map(({ title }) => title)).not.toContain('seat en');
  });
});
