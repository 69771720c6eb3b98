import { describe, expect, it } from 'vitest';
import type { Flight } from '#shared/contract/flights.ts';
import type { Plan } from '#shared/contract/plan.ts';
import {
  isEverySessionCompleted,
  buildCalendarEvents,
  indexSessionsById,
  findLongestDayMinutesOverLimit,
  sumRemainingMinutes,
  groupByStage,
} from './model.ts';

const reason = { code: 'fresh', area: null };
const session = (id: string, done = false, known = done) => ({
  id,
  reason,
  done,
  known,
  heard: done,
});
const plan: Plan = {
  flight: {
    id: 'f1',
    kind: 'outbound',
    departsOn: '2026-11-24',
    departsAt: '18:35',
    timeZone: 'Europe/Paris',
    fromAirport: 'CDG',
    toAirport: 'JFK',
    number: null,
  },
  isAssessed: true,
  dailyMinutes: 15,
  days: [
    {
      date: '2026-11-21',
      daysUntil: 3,
      stage: 'skills',
      sessions: [session('a', true), session('b')],
    },
    { date: '2026-11-22', daysUntil: 2, stage: 'skills', sessions: [session('a'), session('b')] },
    { date: '2026-11-23', daysUntil: 1, stage: 'last_day', sessions: [] },
    { date: '2026-11-24', daysUntil: 0, stage: 'flight_day', sessions: [session('a')] },
  ],
  contents: [
    { id: 'a', title: 'Thinking of a crash', kind: 'load', durationMs: 300_000, situations: [] },
    { id: 'b', title: 'The long exhale', kind: 'flow', durationMs: 301_000, situations: [] },
  ],
};
const words = {
  practice: (minutes: number) => `Envol: ${minutes} minutes`,
  practiceNote: 'A few minutes.',
  flight: ({ id }: Flight) => `Flight ${id}`,
  flightNote: 'What you know.',
};
const flight = plan.flight!;
const events = (own: Plan, flights = [flight]) =>
  buildCalendarEvents({
    plan: own,
    flights,
    time: '19:00',
    owner: 'ada',
    origin: 'https://envol.example',
    texts: words,
  });

describe('the plan', () => {
  it('is parted by what its days are made for', () =>
    expect(groupByStage(plan.days).map(({ stage, days }) => [stage, days.length])).toEqual([
      ['skills', 2],
      ['last_day', 1],
      ['flight_day', 1],
    ]));

  it('asks only for the minutes that are still to come, each session rounded', () =>
    expect(plan.days.map((day) => sumRemainingMinutes(day, indexSessionsById(plan)))).toEqual([
      5, 10, 0, 5,
    ]));
});

it('a plan that takes longer than the person has names the minutes of its longest day', () =>
  expect(
    [15, 9, 4, null].map((dailyMinutes) =>
      findLongestDayMinutesOverLimit({ ...plan, dailyMinutes }),
    ),
  ).toEqual([null, 10, 10, null]));

describe('the plan in a calendar', () => {
  it('has a practice on each day that holds one, and the flight at its instant', () =>
    expect(events(plan).map(({ uid, start, minutes }) => [uid, start, minutes])).toEqual([
      ['2026-11-21.ada@envol.example', { date: '2026-11-21', time: '19:00' }, 5],
      ['2026-11-22.ada@envol.example', { date: '2026-11-22', time: '19:00' }, 10],
      ['flight.f1@envol.example', { at: new Date('2026-11-24T17:35:00Z') }, 0],
    ]));

  it('knows only the day of a flight without a time, and no flight where there is none', () => {
    expect(events(plan, [{ ...flight, departsAt: null }]).at(-1)?.start).toEqual({
      date: '2026-11-24',
    });
    expect(events(plan, [])).toHaveLength(2);
  });

  it('has the return flight too', () => {
    const back: Flight = { ...flight, id: 'f2', kind: 'return', departsOn: '2026-12-01' };
    expect(events(plan, [flight, back]).map(({ summary }) => summary)).toContain('Flight f2');
  });

  it('says nothing of what somebody fears', () => {
    const said = JSON.stringify(events(plan));
    for (const { title } of plan.contents) expect(said).not.toContain(title);
    expect(said).not.toMatch(/fear|load|flow|skills|exposure/i);
  });
});

describe('what is said of days near the flight', () => {
  const day = (...heard: boolean[]): Plan['days'][number] => ({
    date: '2026-11-23',
    daysUntil: 1,
    stage: 'last_day',
    // Planned for a day before, which makes no person know it.
    sessions: heard.map((each, index) => ({ ...session(String(index), false, true), heard: each })),
  });
  it.each([
    ['everything was completed', [day(true, true), day(true)], true],
    ['something was only planned', [day(true, false)], false],
    ['nothing was heard', [day(false)], false],
    ['nothing is planned', [day()], false],
  ] as const)('where %s', (_where, days, known) =>
    expect(isEverySessionCompleted(days)).toBe(known),
  );
});
