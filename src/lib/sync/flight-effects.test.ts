import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Flight } from '#shared/contract/flights.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { addDays, countDaysBetween } from '#shared/rules/flight-date.ts';
import { computePlanDays } from '#shared/rules/plan.ts';
import type { RecommendationCandidate } from '#shared/rules/recommendation.ts';
import { applyFlightWrite, rebuildPlanForFlights } from './flight-effects.ts';

const TODAY = '2026-11-21';
const timeZone = 'UTC';
beforeEach(() => void vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const CANDIDATES = Array.from({ length: 9 }, (_, index) => ({
  id: `s${index}`,
  kind: index % 2 ? 'flow' : 'load',
  category: 'meditation',
  form: 'full',
  areas: ['fear_heights'],
  situations: ['cruise'],
  durationMs: 300_000,
  optIn: false,
  guard: null,
  publishedAt: new Date('2026-11-01'),
})) as unknown as RecommendationCandidate[];
const createFlight = (departsOn: string, departsAt: string | null = null, id = 'f1'): Flight => ({
  id,
  kind: 'outbound',
  departsOn,
  departsAt,
  timeZone: 'UTC',
  fromAirport: null,
  toAirport: null,
  number: null,
});
/** The plan as the server computes it. */
const buildPlan = (flight: Flight | null): Plan => ({
  flight,
  dailyMinutes: 20,
  isAssessed: false,
  contents: [],
  days: computePlanDays({
    candidates: CANDIDATES,
    profile: null,
    history: new Map(),
    doneToday: [],
    flight,
    dailyMinutes: 20,
    timeZone,
    now: new Date(),
  }),
});
const day = fc.nat({ max: 60 }).map((days) => addDays(TODAY, days));
const time = fc.constantFrom(null, '13:30', '18:00', '23:10');

describe('a plan whose flight is moved without a network', () => {
  it('has the days, what they are for and how many sessions they have as the server’s, whatever it was before', () => {
    const before = fc.option(fc.tuple(day, time));
    fc.assert(
      fc.property(before, fc.option(fc.tuple(day, time)), (from, to) => {
        const plan = buildPlan(from && createFlight(...from));
        const flight = to && createFlight(...to);
        const moved = rebuildPlanForFlights(plan, flight ? [flight] : []);
        const wanted = buildPlan(flight);
        const describePlan = ({ days }: Plan) =>
          days.map(({ date, daysUntil, stage }) => [date, daysUntil, stage]);
        expect(describePlan(moved)).toEqual(describePlan(wanted));
        expect(moved.flight).toEqual(flight);
        expect(moved.days.every(({ sessions }) => sessions.length > 0)).toBe(true);
        // Applied again to what it led to, it changes nothing.
        expect(rebuildPlanForFlights(moved, flight ? [flight] : [])).toEqual(moved);
      }),
    );
  });

  it('keeps what was done today', () => {
    const plan = buildPlan(createFlight(addDays(TODAY, 10)));
    const [first, ...others] = plan.days;
    if (!first) throw new Error('there is no day');
    const [session, ...rest] = first.sessions;
    if (!session) throw new Error('there is no session');
    const done = { ...first, sessions: [{ ...session, done: true }, ...rest] };
    const moved = rebuildPlanForFlights({ ...plan, days: [done, ...others] }, [
      createFlight(addDays(TODAY, 2)),
    ]);
    expect(moved.days[0]?.sessions[0]).toMatchObject({ id: session.id, done: true });
    expect(moved.days.slice(1).some(({ sessions }) => sessions.some((one) => one.done))).toBe(
      false,
    );
    expect(countDaysBetween(TODAY, moved.days.at(-1)?.date ?? '')).toBe(2);
  });
});

describe('the flights', () => {
  it('after a write are the same however often it is applied', () => {
    const known = [createFlight('2026-12-04')];
    const add = {
      route: 'POST /api/flights' as const,
      params: {},
      body: { ...createFlight('2026-12-01', null, 'f2'), writtenAt: '' },
    };
    const once = applyFlightWrite(known, add);
    expect(once.map(({ id }) => id)).toEqual(['f2', 'f1']);
    expect(applyFlightWrite(once, add)).toEqual(once);
    const change = {
      route: 'PATCH /api/flights/:id' as const,
      params: { id: 'f1' },
      body: { departsAt: '19:40' },
    };
    expect(applyFlightWrite(once, change).at(-1)).toMatchObject({ id: 'f1', departsAt: '19:40' });
    // What was removed meanwhile is not there again in parts.
    expect(applyFlightWrite([], change)).toEqual([]);
    const removal = {
      route: 'DELETE /api/flights/:id' as const,
      params: { id: 'f2' },
      body: undefined,
    };
    expect(applyFlightWrite(once, removal)).toEqual(known);
  });
});
