import { describe, expect, it } from 'vitest';
import { STARTER_LEAD_INS, STARTER_LIBRARY } from '../testing/starter-library.ts';
import { FEAR_AREAS, type FearArea } from './fear-areas.ts';
import { collectLeadIns } from './lead-ins.ts';
import { MOMENT_SESSION_IDS } from './moment-sessions.ts';
import { computePlanDays, type PlanInput } from './plan.ts';
import type { RecommendationCandidate } from './recommendation.ts';
import { TONIGHT_SESSION_IDS, toTonightFear } from './tonight.ts';

const MINUTE_MS = 60_000;
const now = new Date('2026-11-21T09:00:00Z');

describe('the plan', () => {
  it('has no new Load within 24 hours of the departure, also where the person’s own date is a day further than that of the airport', () => {
    const all = (['load', 'flow'] as const).map((kind): RecommendationCandidate => ({
      id: kind,
      kind,
      category: 'meditation',
      areas: ['turbulence_weather_worry'],
      guard: null,
      durationMs: 5 * MINUTE_MS,
      publishedAt: now,
    }));
    const [day, ...more] = computePlanDays({
      candidates: all,
      profile: null,
      history: new Map(),
      doneToday: [],
      // Half past eleven at night in Los Angeles: half past eight in the morning in Paris.
      flight: { departsOn: '2026-11-21', departsAt: '23:30', timeZone: 'America/Los_Angeles' },
      dailyMinutes: 15,
      timeZone: 'Europe/Paris',
      now: new Date('2026-11-22T00:00:00Z'),
    });
    expect(more).toEqual([]);
    expect(day).toMatchObject({ date: '2026-11-22', daysUntil: 0 });
    expect(day?.sessions.map(({ id }) => id)).toEqual(['flow']);
  });
});

/** Somebody who fears one area most, flies in so many days, and has completed nothing. */
function meet(primary: FearArea, days: number | null, changes: Partial<PlanInput> = {}) {
  const secondary = chooseSecond(primary);
  const answers = Object.fromEntries(
    FEAR_AREAS.map(({ key }) => [key, key === primary ? 10 : 5]),
  ) as Record<FearArea, number>;
  const departsOn = new Date(now.getTime() + (days ?? 0) * 24 * 60 * MINUTE_MS);
  return computePlanDays({
    candidates: STARTER_LIBRARY,
    leadIns: STARTER_LEAD_INS,
    profile: { answers, primary, secondary, chosen: true },
    history: new Map(),
    doneToday: [],
    flight:
      days === null
        ? null
        : { departsOn: departsOn.toISOString().slice(0, 10), departsAt: null, timeZone: 'UTC' },
    dailyMinutes: null,
    timeZone: 'UTC',
    now,
    ...changes,
  });
}
const findKind = (id: string) => STARTER_LIBRARY.find((one) => one.id === id)?.kind;

/** What somebody with one strong fear chose besides. */
function chooseSecond(primary: FearArea) {
  return FEAR_AREAS.find(({ key }) => key !== primary)!.key;
}

/** Every area, with a flight in a month, three weeks, nine days, five days, and without one. */
const everybody = FEAR_AREAS.flatMap(({ key }) =>
  [30, 21, 9, 5, null].map((days) => ({ area: key, days })),
);

describe('the first days of a plan', () => {
  it.each(everybody)('begin without an exposure for $area and $days days', ({ area, days }) => {
    const [first] = meet(area, days);
    expect(first?.sessions.length).toBeGreaterThan(0);
    for (const { id } of first?.sessions ?? []) expect(findKind(id)).toBe('flow');
  });

  it('begin with an explanation of what is feared most', () => {
    const [first] = meet('turbulence_weather_worry', 9);
    expect(first?.sessions.map(({ id }) => id)).toContain('what-the-wing-does');
  });

  it('keep the exposures of today for somebody who has completed something', () => {
    const completedAt = new Date('2026-11-19T09:00:00Z');
    const history = new Map([['long-exhale', { completedAt, listens: 1 }]]);
    const kinds = FEAR_AREAS.flatMap(({ key }) =>
      (meet(key, 30, { history })[0]?.sessions ?? []).map(({ id }) => findKind(id)),
    );
    expect(kinds).toContain('load');
  });

  it('put no exposure ahead of what a program of its own puts before it', () => {
    let exposures = 0;
    for (const { area, days } of everybody) {
      const done = new Set<string>();
      for (const { sessions } of meet(area, days)) {
        for (const { id } of sessions) {
          const ways = STARTER_LEAD_INS.get(id) ?? [[]];
          const isLed = ways.some((way) =>
            way.every((one) => done.has(one) || !STARTER_LIBRARY.some((each) => each.id === one)),
          );
          if (findKind(id) === 'load' && !done.has(id)) {
            exposures += 1;
            expect(isLed, `${id} for ${area}, ${days} days`).toBe(true);
          }
        }
        for (const { id } of sessions) done.add(id);
      }
    }
    expect(exposures).toBeGreaterThan(100);
  });

  it.each(FEAR_AREAS)('lead to an exposure to $key within three weeks', ({ key }) => {
    const days = meet(key, 30, { length: 21 });
    const met = days.flatMap(({ sessions }) => sessions.map(({ id }) => id));
    const feared = STARTER_LIBRARY.filter(
      ({ id, kind, guard, areas }) =>
        kind === 'load' && guard === null && areas[0] === key && id !== MOMENT_SESSION_IDS.booking,
    );
    if (feared.length > 0) expect(feared.some(({ id }) => met.includes(id))).toBe(true);
  });

  it('bring up nothing that is not feared in the two weeks before a flight', () => {
    let told = 0;
    for (const { key } of FEAR_AREAS)
      for (const { sessions } of meet(key, 9)) {
        const about = sessions.flatMap(({ id }) => STARTER_LIBRARY.find((one) => one.id === id)!);
        for (const { id, kind, category, areas } of about) {
          if (kind === 'flow' && category !== 'technical') continue;
          told += 1;
          const isOnTheWay = [...STARTER_LEAD_INS].some(([exposure, ways]) => {
            const [main] = STARTER_LIBRARY.find((one) => one.id === exposure)?.areas ?? [];
            return (
              (main === key || main === chooseSecond(key)) && ways.some((way) => way.includes(id))
            );
          });
          expect(
            areas[0] === key || areas[0] === chooseSecond(key) || isOnTheWay,
            `${id}: ${key}`,
          ).toBe(true);
        }
      }
    expect(told).toBeGreaterThan(50);
  });

  it('have of the sessions for the hours before a flight only those for what is feared', () => {
    const ids: string[] = Object.values(TONIGHT_SESSION_IDS);
    for (const { key } of FEAR_AREAS) {
      const own = [key, chooseSecond(key)].map((area) => TONIGHT_SESSION_IDS[toTonightFear(area)]);
      const met = meet(key, 9).flatMap(({ sessions }) => sessions.map(({ id }) => id));
      const before = met.filter((id) => ids.includes(id));
      expect([...new Set(before)].toSorted()).toEqual([...new Set(own)].toSorted());
    }
  });

  it('take of several ways to an exposure the one on which least is left', () => {
    const one = (id: string, kind: 'load' | 'flow') => ({
      id,
      kind,
      guard: null,
      form: 'full',
      optIn: false,
    });
    const leadIns = collectLeadIns([
      [one('a', 'flow'), one('b', 'flow'), one('scene', 'load')],
      [one('c', 'flow'), one('scene', 'load')],
    ]);
    expect(leadIns.get('scene')).toEqual([['a', 'b'], ['c']]);
    const candidates = (['a', 'b', 'c', 'scene'] as const).map((id): RecommendationCandidate => ({
      id,
      kind: id === 'scene' ? 'load' : 'flow',
      category: 'podcast',
      areas: [],
      guard: null,
      durationMs: 5 * MINUTE_MS,
      publishedAt: now,
    }));
    const plan = meet('fear_heights', null, { candidates, leadIns, profile: null });
    expect(plan.slice(0, 2).map(({ sessions }) => sessions[0]?.id)).toEqual(['c', 'scene']);
  });
});

describe('a missed day', () => {
  it('asks for nothing more: the days to come are as many sessions as ever', () => {
    const planned = meet('turbulence_weather_worry', 20);
    // Three days go by with nothing done.
    const later = meet('turbulence_weather_worry', 20, { now: new Date('2026-11-24T09:00:00Z') });
    expect(later).toHaveLength(planned.length - 3);
    expect(later.map(({ sessions }) => sessions.length)).toEqual(
      planned.slice(3).map(({ sessions }) => sessions.length),
    );
    // What was first three days ago is first now: nothing was skipped.
    expect(later[0]?.sessions[0]?.id).toBe(planned[0]?.sessions[0]?.id);
  });
});

describe('a day of the plan', () => {
  it.each(FEAR_AREAS.map(({ key }) => key))('asks for two exposures at most (%s)', (primary) => {
    for (const days of [null, 6, 8, 9, 14, 20])
      for (const dailyMinutes of [null, 15, 30])
        for (const { date, sessions } of meet(primary, days, { dailyMinutes })) {
          const loads = sessions.filter(({ id }) => findKind(id) === 'load');
          expect(loads.length, `${date}, ${days} days before`).toBeLessThanOrEqual(2);
        }
  });
});
