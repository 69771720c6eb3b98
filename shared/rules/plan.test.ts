import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from './fear-areas.ts';
import { addDays, countDaysBetween, getCivilDate, getWallClock } from './flight-date.ts';
import { GUARDED_HOURS_BEFORE_FLIGHT, SESSION_GUARDS } from './guards.ts';
import { getDepartureInstant, findHoursToDeparture, toInstant } from './flights.ts';
import type { PlanInput } from './plan.ts';
import { PLAN_DAYS_WITHOUT_FLIGHT, MAX_PLAN_DAYS, computePlanDays } from './plan.ts';
import type { RecommendationCandidate, FearProfile } from './recommendation.ts';
import { getSessionsPerDay } from './sessions-a-day.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const AREAS = FEAR_AREAS.map(({ key }) => key);
const now = new Date('2026-11-21T09:00:00Z');

const zone = fc.constantFrom('Europe/Paris', 'America/Havana', 'Pacific/Auckland', 'UTC');
const candidates = fc
  .array(
    fc.record({
      kind: fc.constantFrom('load' as const, 'flow' as const),
      areas: fc.subarray(AREAS, { minLength: 1, maxLength: 3 }),
      minutes: fc.integer({ min: 2, max: 14 }),
    }),
    { maxLength: 14 },
  )
  .map((all) =>
    all.map(({ minutes, ...rest }, index): RecommendationCandidate => ({
      ...rest,
      id: `session-${String(index).padStart(2, '0')}`,
      category: rest.kind === 'load' ? 'technical' : 'meditation',
      guard: null,
      durationMs: minutes * MINUTE_MS,
      publishedAt: new Date(Date.UTC(2026, 0, 1 + (index % 5))),
    })),
  );
const profile = fc
  .tuple(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 16, maxLength: 16 }), fc.nat(14))
  .map(([levels, focus]): FearProfile => ({
    answers: Object.fromEntries(AREAS.map((key, i) => [key, levels[i]])) as FearProfile['answers'],
    primary: AREAS[focus] as FearProfile['primary'],
    secondary: AREAS[focus + 1] as FearProfile['secondary'],
    chosen: true,
  }));
const at = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2026-12-31'),
  noInvalidDate: true,
});
const input: fc.Arbitrary<PlanInput> = fc
  .record({
    candidates,
    profile: fc.option(profile),
    timeZone: zone,
    flightZone: zone,
    days: fc.option(fc.integer({ min: -2, max: 120 })),
    departsAt: fc.option(fc.constantFrom('00:00', '06:15', '18:40', '23:59')),
    dailyMinutes: fc.option(fc.integer({ min: 5, max: 60 })),
    completed: fc.array(fc.tuple(fc.nat(13), fc.integer({ min: 1, max: 60 })), { maxLength: 8 }),
    today: fc.uniqueArray(fc.nat(13), { maxLength: 3 }),
    now: at,
  })
  .map(({ days, departsAt, flightZone, completed, today, ...rest }) => {
    const id = (index: number) => `session-${String(index).padStart(2, '0')}`;
    return {
      ...rest,
      doneToday: today.map(id),
      history: new Map(
        completed.map(([index, ago]) => [
          id(index),
          { completedAt: new Date(+rest.now - ago * 24 * HOUR_MS), listens: 1 },
        ]),
      ),
      flight:
        days === null
          ? null
          : {
              departsOn: addDays(getCivilDate(rest.timeZone, rest.now), days),
              departsAt,
              timeZone: flightZone,
            },
    };
  });

/**
 * Whether the hour and the day leave a session: no exposure by night or at first, nothing that is not feared in the last
 * fourteen days, and nothing to study in the last three.
 */
function mayBePlanned(
  { kind, areas: [area] }: RecommendationCandidate,
  { made, index, daysUntil }: { made: PlanInput; index: number; daysUntil: number | null },
) {
  const { hour } = getWallClock(made.timeZone, made.now);
  const isFirst = [...made.history.values()].every(({ completedAt }) => completedAt === null);
  const isSpared = index === 0 && (isFirst || hour < 6 || hour >= 22);
  if (kind === 'flow' || isSpared || !area) return kind === 'flow';
  const { profile: who } = made;
  const isFeared =
    who === null || [who.primary, who.secondary].includes(area) || who.answers[area] >= 7;
  return daysUntil === null || daysUntil > 14 || (isFeared && daysUntil > 3);
}

/** Ids of what the three days before one have. */
const lately = (plan: ReturnType<typeof computePlanDays>, index: number) =>
  plan.slice(Math.max(0, index - 3), index).flatMap(({ sessions }) => sessions.map(({ id }) => id));

/** Every plan and what it was made from. */
const always = (claim: (made: PlanInput, plan: ReturnType<typeof computePlanDays>) => void) =>
  fc.assert(
    fc.property(input, (made) => claim(made, computePlanDays(made))),
    { numRuns: 400 },
  );

describe('the plan', () => {
  it('runs day by day from today to the flight, or a week ahead without one', () =>
    always(({ flight, timeZone, now: moment }, plan) => {
      const today = getCivilDate(timeZone, moment);
      const isAhead = flight !== null && findHoursToDeparture(flight, moment) !== null;
      const left = isAhead ? Math.max(0, countDaysBetween(today, flight.departsOn)) : -1;
      const length = left < 0 ? PLAN_DAYS_WITHOUT_FLIGHT : Math.min(left + 1, MAX_PLAN_DAYS);
      expect(plan.map(({ date }) => date)).toEqual(
        Array.from({ length }, (_, index) => addDays(today, index)),
      );
      expect(plan[0]?.daysUntil).toBe(left < 0 ? null : left);
    }));

  it('has at most as many sessions a day as specified, as many as the minutes have room for, none twice', () =>
    always((made, plan) => {
      const { candidates: whole, doneToday, dailyMinutes } = made;
      for (const [index, { daysUntil, sessions, stage }] of plan.entries()) {
        const all = whole.filter((one) => mayBePlanned(one, { made, index, daysUntil }));
        const done = index === 0 ? sessions.filter((session) => session.done).length : 0;
        const wanted = Math.max(done, getSessionsPerDay(daysUntil));
        expect(sessions.length).toBeLessThanOrEqual(wanted);
        expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
        const free = stage === 'exposure' || stage === 'skills';
        const longest = Math.max(0, ...all.map(({ durationMs }) => durationMs));
        const hasRoom = wanted * longest <= 1.25 * (dailyMinutes ?? Infinity) * MINUTE_MS;
        if (free && hasRoom)
          expect(sessions.length).toBe(Math.max(done, Math.min(wanted, all.length)));
        if (free && all.length > 0) expect(sessions.length).toBeGreaterThan(0);
        if (index > 0) expect(sessions.some((session) => session.done)).toBe(false);
      }
      const known = doneToday.filter((id) => whole.some((candidate) => candidate.id === id));
      expect(plan[0]?.sessions.filter(({ done }) => done).map(({ id }) => id)).toEqual(known);
    }));

  it('recommends no Load that was never completed within 24 hours of the departure', () =>
    always(({ candidates: all, doneToday, flight, history, timeZone, now: moment }, plan) => {
      if (!flight) return;
      const known = new Set([...history.keys(), ...doneToday]);
      for (const [index, { date, sessions, daysUntil }] of plan.entries()) {
        const latest = index === 0 ? moment : toInstant(date, '23:59', timeZone);
        const hours = (+getDepartureInstant(flight) - +latest) / HOUR_MS;
        for (const { id } of sessions) {
          const load = all.find((candidate) => candidate.id === id)?.kind === 'load';
          if (load && daysUntil !== null && !known.has(id)) expect(hours).toBeGreaterThan(24);
          known.add(id);
        }
      }
    }));

  it('plans no guarded session within 72 hours of the departure, and never the telling of a past flight unasked', () => {
    const guards = fc.array(fc.option(fc.constantFrom(...SESSION_GUARDS)), {
      minLength: 14,
      maxLength: 14,
    });
    fc.assert(
      fc.property(input, guards, (made, guardOf) => {
        const all = made.candidates.map((one, i) => ({ ...one, guard: guardOf[i] ?? null }));
        const plan = computePlanDays({ ...made, candidates: all });
        for (const [index, { date, sessions, daysUntil }] of plan.entries()) {
          const latest = index === 0 ? made.now : toInstant(date, '23:59', made.timeZone);
          for (const { id, done } of sessions) {
            const guard = all.find((candidate) => candidate.id === id)?.guard ?? null;
            if (guard === null || done) continue;
            if (guard === 'memory')
              expect(made.history.has(id) || made.doneToday.includes(id)).toBe(true);
            if (made.flight && daysUntil !== null)
              expect((+getDepartureInstant(made.flight) - +latest) / HOUR_MS).toBeGreaterThan(
                GUARDED_HOURS_BEFORE_FLIGHT,
              );
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('begins every day with an exposure while the flight is far, and with a skill when it is near', () =>
    always((made, plan) => {
      const kind = (id?: string) => made.candidates.find((c) => c.id === id)?.kind;
      const least = Math.min(...made.candidates.map(({ durationMs }) => durationMs));
      for (const [index, { sessions, stage, daysUntil }] of plan.entries()) {
        const open = sessions.filter(({ done }) => !done);
        const fits = ({ durationMs }: RecommendationCandidate) =>
          durationMs + (getSessionsPerDay(daysUntil) - 1) * 14 * MINUTE_MS <=
          (made.dailyMinutes ?? Infinity) * MINUTE_MS;
        const has = (which: RecommendationCandidate['kind']) =>
          made.candidates.some(
            (c) =>
              c.kind === which &&
              fits(c) &&
              mayBePlanned(c, { made, index, daysUntil }) &&
              // None of the days before, where there are others.
              !(which === 'load' && lately(plan, index).includes(c.id)),
          );
        if (index === 0 || least === Infinity) continue;
        if (stage === 'exposure' && has('load')) expect(kind(open[0]?.id)).toBe('load');
        if (stage !== 'exposure' && has('flow')) expect(kind(open[0]?.id)).toBe('flow');
      }
    }));

  it('takes at most a quarter longer than the minutes a day, but for a single session', () =>
    always(({ candidates: all, dailyMinutes }, plan) => {
      const length = new Map(all.map(({ id, durationMs }) => [id, durationMs]));
      for (const { sessions } of plan.slice(1)) {
        const total = sessions.reduce((sum, { id }) => sum + (length.get(id) ?? 0), 0);
        if (dailyMinutes !== null && sessions.length > 1)
          expect(total).toBeLessThanOrEqual(1.25 * dailyMinutes * MINUTE_MS);
      }
    }));

  it('lets four days go by before it plans a session again, where there are others', () => {
    const all = Array.from({ length: 6 }, (_, index): RecommendationCandidate => ({
      id: `s${index}`,
      kind: 'load',
      category: 'technical',
      areas: ['turbulence_weather_worry'],
      guard: null,
      durationMs: 8 * MINUTE_MS,
      publishedAt: now,
    }));
    const plan = computePlanDays({
      candidates: all,
      profile: null,
      history: new Map(),
      doneToday: ['s0'],
      flight: null,
      dailyMinutes: 15,
      timeZone: 'UTC',
      now,
    });
    const ids = plan.map(({ sessions }) => sessions[0]?.id);
    for (let day = 0; day + 4 <= ids.length; day++)
      expect(new Set(ids.slice(day, day + 4)).size).toBe(4);
    const before = (day: number) => ids.slice(0, day).includes(ids[day]) || ids[day] === 's0';
    expect(plan.map(({ sessions }) => sessions[0]?.known)).toEqual(
      ids.map((_, day) => before(day)),
    );
  });

  it('is the same again, whatever the order of the sessions', () =>
    always((made, plan) => {
      expect(computePlanDays({ ...made, candidates: made.candidates.toReversed() })).toEqual(plan);
    }));
});

const some = (count: number, kind: 'load' | 'flow', minutes = 4): RecommendationCandidate[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${kind}-${index}`,
    kind,
    category: kind === 'load' ? 'technical' : 'meditation',
    areas: ['turbulence_weather_worry'],
    guard: null,
    durationMs: minutes * MINUTE_MS,
    publishedAt: now,
  }));
const base: PlanInput = {
  candidates: [...some(8, 'load'), ...some(8, 'flow')],
  profile: null,
  history: new Map(),
  doneToday: [],
  flight: { departsOn: '2026-12-11', departsAt: null, timeZone: 'Europe/Paris' },
  dailyMinutes: 20,
  timeZone: 'Europe/Paris',
  now,
};

describe('the days of a plan', () => {
  it('differ and bring exposure, also where the sessions are longer than the minutes a day', () => {
    // As long as those of the starter library.
    const lengths = {
      load: [9, 9.9, 10.2, 10.4, 10.6, 10.8, 11, 11.2, 11.6, 11.7],
      flow: [5.6, 6.7, 7.8, 7.9, 8.1, 8.3, 8.5, 8.9, 9.3, 11],
    };
    const library = (['load', 'flow'] as const).flatMap((kind) =>
      some(lengths[kind].length, kind).map((session, index) => ({
        ...session,
        durationMs: (lengths[kind][index] ?? 0) * MINUTE_MS,
      })),
    );
    const days = computePlanDays({ ...base, candidates: library, dailyMinutes: 15 });
    const early = days.filter(({ stage }) => stage === 'exposure');
    for (const { sessions } of early.slice(1)) expect(sessions[0]?.id).toMatch(/^load/);
    for (const [index, { sessions }] of early.entries()) {
      const before = early[index - 1]?.sessions.map(({ id }) => id);
      expect(sessions.map(({ id }) => id)).not.toEqual(before);
    }
    const all = new Set(early.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
    expect(all.size).toBeGreaterThanOrEqual(10);
  });
});

describe('a session done today', () => {
  const openToday = (made: PlanInput) => {
    const sessions = computePlanDays(made)[0]?.sessions ?? [];
    return sessions.flatMap(({ id, done, reason }) => (done ? [] : [{ id, reason }]));
  };
  const shuffled = input.chain((made) =>
    fc.record({
      made: fc.constant({ ...made, doneToday: [] }),
      done: fc.shuffledSubarray(made.candidates.map(({ id }) => id)),
    }),
  );

  it('leaves the rest of today as it was, in whatever order today is done', () =>
    fc.assert(
      fc.property(shuffled, ({ made, done }) => {
        const before = openToday(made);
        const doneToday = done.filter((id) => before.some((session) => session.id === id));
        expect(openToday({ ...made, doneToday })).toEqual(
          before.filter(({ id }) => !doneToday.includes(id)),
        );
      }),
      { numRuns: 400 },
    ));

  it('takes one place at most when it was not planned, of its own kind where there is one', () =>
    fc.assert(
      fc.property(shuffled, ({ made, done: [done = ''] }) => {
        const before = openToday(made);
        if (!done || before.some(({ id }) => id === done)) return;
        const findKind = (id: string) => made.candidates.find((each) => each.id === id)?.kind;
        const after = openToday({ ...made, doneToday: [done] });
        const gone = before.filter(({ id }) => !after.some((session) => session.id === id));
        expect(after).toEqual(before.filter((session) => !gone.includes(session)));
        expect(gone.length).toBeLessThanOrEqual(1);
        for (const { id } of gone)
          if (before.some((session) => findKind(session.id) === findKind(done)))
            expect(findKind(id)).toBe(findKind(done));
      }),
      { numRuns: 400 },
    ));
});

describe('the last days', () => {
  it('go from exposure through skills to the day itself', () => {
    const stages = computePlanDays(base).map(({ stage }) => stage);
    expect(stages.slice(-5)).toEqual(['exposure', 'skills', 'skills', 'last_day', 'flight_day']);
  });

  it('prefer what the person has completed', () => {
    const completedAt = new Date('2026-11-01T09:00:00Z');
    const history = new Map([['flow-5', { completedAt, listens: 1 }]]);
    for (const [departsOn, stage] of [
      ['2026-11-22', 'last_day'],
      ['2026-11-21', 'flight_day'],
    ] as const) {
      const flight = { departsOn, departsAt: '10:00', timeZone: 'Europe/Paris' };
      const [today] = computePlanDays({ ...base, history, flight });
      expect(today?.stage).toBe(stage);
      expect(today?.sessions[0]?.id).toBe('flow-5');
    }
  });

  it('count as heard what was completed, and not what was only planned', () => {
    const completedAt = new Date('2026-11-01T09:00:00Z');
    const history = new Map([
      ['flow-5', { completedAt, listens: 1 }],
      ['flow-6', { completedAt: null, listens: 1 }],
    ]);
    const days = computePlanDays({ ...base, history, doneToday: ['flow-4'] });
    const sessions = days.flatMap((each) => each.sessions);
    const heard = new Set(sessions.flatMap((each) => (each.heard ? [each.id] : [])));
    expect([...heard].toSorted()).toEqual(['flow-4', 'flow-5']);
    expect(sessions.some((each) => each.known && !each.heard)).toBe(true);
  });

  it('turn to skills alone when only skills are known', () => {
    const last = computePlanDays(base).slice(-2);
    const kinds = last.flatMap(({ sessions }) => sessions.map(({ id }) => id.split('-')[0]));
    expect(kinds.slice(0, 4)).toEqual(['flow', 'flow', 'flow', 'flow']);
  });
});

it('a plan is 90 days long at most, however many sessions there are', () => {
  const many = { ...base, candidates: [...some(250, 'load'), ...some(250, 'flow')] };
  const flight = { departsOn: '2027-11-11', departsAt: null, timeZone: 'Europe/Paris' };
  expect(computePlanDays({ ...many, flight })).toHaveLength(MAX_PLAN_DAYS);
});
