import { describe, expect, it } from 'vitest';
import { KNOWN_IDS, STARTER_LEAD_INS, STARTER_LIBRARY } from '../testing/starter-library.ts';
import { FEAR_AREAS, type FearArea } from './fear-areas.ts';
import { addDays, countDaysBetween, getCivilDate, getWallClock } from './flight-date.ts';
import { type Departure, getDepartureInstant, findHoursToDeparture } from './flights.ts';
import { arrangeProposalsForHour, chooseCalmSession, type ProposalTime } from './moments.ts';
import { MOMENT_SESSION_IDS } from './moment-sessions.ts';
import { computePlanDays, type PlanInput } from './plan.ts';
import { rankCandidates, type SessionListenStats } from './recommendation.ts';
import { getSessionsPerDay } from './sessions-a-day.ts';
import { TONIGHT_SESSION_IDS } from './tonight.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOURS = 14 * 24;
const LIBRARY = STARTER_LIBRARY;
const MOMENTS: string[] = Object.values(MOMENT_SESSION_IDS);
const HOURS_BEFORE: string[] = Object.values(TONIGHT_SESSION_IDS);
const byId = new Map(LIBRARY.map((session) => [session.id, session]));

const ZONES = ['Europe/Paris', 'America/Havana', 'Pacific/Auckland', 'UTC', 'America/Los_Angeles'];
const TIMES = [null, '06:15', '13:00', '18:40', '23:30', '02:10'];
const FOCUS: FearArea[] = [
  'turbulence_weather_worry',
  'crash_catastrophe_fear',
  'fear_enclosed_spaces',
  'fear_losing_control',
  'airport_boarding_stress',
];
type Person = Omit<PlanInput, 'now' | 'doneToday' | 'history'> & {
  flight: Departure;
  heard: readonly string[];
};

/** Thirty kinds of people: where they are, when they fly, what they fear, what they know, and how much time they have. */
const PEOPLE = Array.from({ length: 30 }, (_, index): Person => {
  const primary = FOCUS[index % FOCUS.length]!;
  const secondary = FOCUS[(index + 2) % FOCUS.length]!;
  const answers = Object.fromEntries(
    FEAR_AREAS.map(({ key }, area) => [key, key === primary ? 9 : (area * (index + 3)) % 11]),
  ) as Record<FearArea, number>;
  return {
    candidates: LIBRARY,
    leadIns: STARTER_LEAD_INS,
    profile: index % 6 === 5 ? null : { answers, primary, secondary, chosen: index % 2 === 0 },
    heard: LIBRARY.filter(
      (_session, at) => index % 3 > 0 && (at + index) % (4 - (index % 3)) === 0,
    ).map(({ id }) => id),
    flight: {
      departsOn: '2026-12-03',
      departsAt: TIMES[index % TIMES.length]!,
      timeZone: ZONES[index % ZONES.length]!,
    },
    dailyMinutes: [5, 10, 15, 20, 30, null][Math.floor(index / 5)]!,
    timeZone: ZONES[(index + (index % 4 === 0 ? 1 : 0)) % ZONES.length]!,
  };
});

const whenOf = ({ flight, timeZone }: Person, now: Date): ProposalTime => {
  const { hour } = getWallClock(timeZone, now);
  if (findHoursToDeparture(flight, now) === null) return { hour, daysUntil: null, isGone: false };
  const days = countDaysBetween(getCivilDate(timeZone, now), flight.departsOn);
  const isGone = flight.departsAt !== null && now >= getDepartureInstant(flight);
  return { hour, daysUntil: Math.max(0, days), isGone };
};

/** What Today proposes to a person at an hour, with what was heard. */
function propose(
  person: Person,
  now: Date,
  more: ReadonlyMap<string, SessionListenStats> = new Map(),
) {
  const long = new Date(now.getTime() - 400 * HOUR_MS);
  const history = new Map<string, SessionListenStats>([
    ...person.heard.map((id) => [id, { completedAt: long, listens: 1 }] as const),
    ...more,
  ]);
  const [day] = computePlanDays({ ...person, history, doneToday: [], now, length: 1 });
  const open = (day?.sessions ?? []).map(({ id, reason }) => ({
    candidate: byId.get(id)!,
    reason,
  }));
  const when = whenOf(person, now);
  const shown = arrangeProposalsForHour(open, { candidates: LIBRARY, history, when, now });
  const planned = open.map(({ candidate }) => candidate.id);
  return { when, shown, planned, ids: shown.map(({ candidate }) => candidate.id) };
}

/** Every hour of the last fourteen days, for each person. */
function everyHour(claim: (person: Person, now: Date, today: ReturnType<typeof propose>) => void) {
  for (const person of PEOPLE) {
    const end = getDepartureInstant({
      ...person.flight,
      departsAt: person.flight.departsAt ?? '23:00',
    });
    for (let hour = HOURS; hour > 0; hour--) {
      const now = new Date(end.getTime() - hour * HOUR_MS);
      claim(person, now, propose(person, now));
    }
  }
}

describe('what Today proposes, at every hour of the last fourteen days of thirty kinds of people', () => {
  it('follows the rules of moments.ts', () => {
    const seen = new Set<string>();
    everyHour((person, now, { when, shown, planned, ids }) => {
      const hour = when.hour!;
      const about = `${hour}:00, ${when.daysUntil} days before ${JSON.stringify(person.flight)}`;
      expect(ids.length, about).toBeGreaterThan(0);
      expect(new Set(ids).size, about).toBe(ids.length);
      expect(ids, about).not.toContain(MOMENT_SESSION_IDS.delay);
      // The plan says no other.
      expect(ids, about).toEqual(expect.arrayContaining(planned));
      const sessions = shown.map(({ candidate }) => candidate);
      expect(ids, about).not.toContain(MOMENT_SESSION_IDS.booking);
      const categories = sessions.map(({ category }) => category);
      if (hour >= 22 || hour < 6) {
        expect(
          sessions.map(({ kind }) => kind),
          about,
        ).not.toContain('load');
        expect(categories, about).not.toContain('technical');
      }
      if (when.daysUntil! <= 3) expect(categories, about).not.toContain('technical');
      const isNightBefore =
        (when.daysUntil === 1 && hour >= 18) || (when.daysUntil === 0 && hour < 5);
      if (isNightBefore) expect(ids[0], about).toBe(MOMENT_SESSION_IDS.night_before);
      else if (hour >= 22 || hour < 5) {
        const isSleepHeard = person.heard.includes(MOMENT_SESSION_IDS.sleepless);
        if (when.daysUntil! >= 2 && !isSleepHeard)
          expect(ids[0], about).toBe(MOMENT_SESSION_IDS.sleepless);
        else expect(sessions[0]?.category, about).toBe('meditation');
        expect(HOURS_BEFORE, about).not.toContain(ids[0]);
      }
      if (when.daysUntil === 0 && hour >= 5 && hour < 22)
        expect(ids[0], about).toBe(MOMENT_SESSION_IDS.morning_of);
      for (const id of ids) {
        if (id === MOMENT_SESSION_IDS.night_before)
          expect(when.daysUntil, about).toBeLessThanOrEqual(1);
        if (id === MOMENT_SESSION_IDS.morning_of) expect(when.daysUntil, about).toBe(0);
        if (HOURS_BEFORE.includes(id)) expect(when.daysUntil, about).toBeLessThanOrEqual(1);
      }
      const hours = (getDepartureInstant(person.flight).getTime() - now.getTime()) / HOUR_MS;
      if (hours <= 24)
        for (const { id, kind } of sessions)
          expect(kind === 'flow' || person.heard.includes(id), about).toBe(true);
      seen.add(isNightBefore ? 'night before' : hour >= 22 || hour < 5 ? 'night' : 'day');
    });
    expect([...seen].toSorted()).toEqual(['day', 'night', 'night before']);
  });

  it('ends the day with nothing that is named after a fear, and with the sleep session at night', () => {
    const at = (hour: number, daysUntil: number | null) =>
      chooseCalmSession(LIBRARY, new Map(), { when: { hour, daysUntil, isGone: false } })?.id;
    for (const daysUntil of [null, 0, 1, 9, 28])
      for (const hour of [2, 20, 23]) expect(HOURS_BEFORE).not.toContain(at(hour, daysUntil));
    expect(at(2, 9)).toBe(MOMENT_SESSION_IDS.sleepless);
    expect(at(20, 9)).not.toBe(MOMENT_SESSION_IDS.sleepless);
    expect(at(2, 28)).not.toBe(MOMENT_SESSION_IDS.sleepless);
  });

  it('does not begin again with “The night before” once it was heard that night', () => {
    const person = PEOPLE.find(({ flight }) => flight.departsAt === '18:40')!;
    const { flight } = person;
    const now = new Date(getDepartureInstant({ ...flight, departsAt: '02:00' }));
    const at = { ...person, timeZone: flight.timeZone };
    expect(propose(at, now).ids[0]).toBe(MOMENT_SESSION_IDS.night_before);
    const heard = { completedAt: new Date(now.getTime() - 3 * HOUR_MS), listens: 1 };
    const after = propose(at, now, new Map([[MOMENT_SESSION_IDS.night_before, heard]]));
    expect(after.ids[0]).not.toBe(MOMENT_SESSION_IDS.night_before);
    expect(after.shown[0]?.candidate).toMatchObject({ kind: 'flow', category: 'meditation' });
  });
});

const steps = new Set([...STARTER_LEAD_INS.values()].flat(2));
const leadsToExposure = (id: string) => byId.get(id)?.kind === 'load' || steps.has(id);

describe('the plan of the same people', () => {
  const plans = PEOPLE.map((person) => {
    const now = new Date(`${addDays(person.flight.departsOn, -13)}T10:00:00Z`);
    return { person, days: computePlanDays({ ...person, history: new Map(), doneToday: [], now }) };
  });

  it('has the night before on the last evening and the morning of on the day, and on no other', () => {
    for (const { days } of plans)
      for (const { daysUntil, sessions } of days) {
        const ids = sessions.map(({ id }) => id);
        expect(ids.includes(MOMENT_SESSION_IDS.night_before)).toBe(daysUntil === 1);
        expect(ids.includes(MOMENT_SESSION_IDS.morning_of)).toBe(daysUntil === 0);
        if (daysUntil === 1) expect(ids.at(-1)).toBe(MOMENT_SESSION_IDS.night_before);
        expect(ids).not.toContain(MOMENT_SESSION_IDS.booking);
        if (daysUntil === 0) expect(ids[0]).toBe(MOMENT_SESSION_IDS.morning_of);
        for (const id of ids) {
          const { kind, category } = byId.get(id)!;
          if (daysUntil! <= 3) expect(category).not.toBe('technical');
          const settles = kind === 'flow' && category === 'meditation';
          if (daysUntil! <= 1) expect(settles || MOMENTS.includes(id)).toBe(true);
        }
      }
  });

  it('takes no more than a quarter longer than the minutes that were chosen, but for a single session', () => {
    for (const { person, days } of plans)
      for (const { sessions } of days) {
        const minutes =
          sessions.reduce((sum, { id }) => sum + byId.get(id)!.durationMs, 0) / MINUTE_MS;
        if (person.dailyMinutes !== null && sessions.length > 1)
          expect(minutes).toBeLessThanOrEqual(1.25 * person.dailyMinutes);
      }
  });

  it('has as many sessions a day as specified for those who chose no minutes', () => {
    const free = plans.filter(({ person }) => person.dailyMinutes === null);
    expect(free).toHaveLength(5);
    for (const { days } of free)
      for (const { daysUntil, sessions } of days)
        expect(sessions).toHaveLength(getSessionsPerDay(daysUntil));
  });

  it('is never the same on two days running, and leads to an exposure every day while the flight is far', () => {
    for (const { days } of plans) {
      const lists = days.map(({ sessions }) =>
        sessions
          .map(({ id }) => id)
          .toSorted()
          .join(),
      );
      for (const [index, list] of lists.slice(1).entries()) expect(list).not.toBe(lists[index]);
      for (const { stage, sessions } of days.slice(1))
        if (stage === 'exposure') expect(leadsToExposure(sessions[0]!.id)).toBe(true);
    }
  });
});

it('the starter library has every session that is for one moment', () => {
  for (const id of Object.values(KNOWN_IDS)) expect(byId.has(id)).toBe(true);
  expect(
    rankCandidates({
      candidates: LIBRARY,
      profile: null,
      history: new Map(),
      hoursToFlight: null,
      now: new Date(),
    }),
  ).not.toEqual([]);
});
