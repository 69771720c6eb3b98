import { describe, expect, it } from 'vitest';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import { createJourney } from './engine/journey.ts';
import { estimateFlightMinutes, findSeatSession, parseJourney } from './model.ts';

describe('a journey kept on this device', () => {
  const journey = createJourney({ flightId: 'a', practiceSpeed: null, airborneMinutes: 95 }, 1000);

  it('is found again as it was', () => {
    expect(parseJourney(JSON.parse(JSON.stringify(journey)) as object)).toEqual(journey);
  });

  it('is none where what is kept is not one', () => {
    for (const kept of [{}, { ...journey, marks: 'x' }, { ...journey, begunAt: null }])
      expect(parseJourney(kept)).toBeNull();
    expect(parseJourney({ ...journey, marks: [{ phase: 'orbit', at: 1 }] })).toBeNull();
  });
});

describe('what fits a phase', () => {
  it('is one of the sessions for the seat, in every phase', () => {
    const slugs = ['boarding', 'taxi', 'take-off', 'climb', 'cruise', 'turbulence', 'descent'];
    const sessions = [...slugs, 'after-landing'].map((name) => ({
      slug: `seat-${name}`,
      areas: [],
    }));
    expect(FLIGHT_PHASES.filter((phase) => findSeatSession(sessions, phase, []) === null)).toEqual(
      [],
    );
    expect(findSeatSession([], 'climb', [])).toBeNull();
  });

  it('is the session about the person’s focus areas, where two fit', () => {
    const climb = { slug: 'seat-climb', areas: ['fear_heights'] as const };
    const cruise = { slug: 'seat-cruise', areas: ['fear_no_escape'] as const };
    const find = (...focus: FearArea[]) =>
      findSeatSession<{ slug: string; areas: readonly FearArea[] }>([cruise, climb], 'climb', focus)
        ?.slug;
    expect(find()).toBe('seat-climb');
    expect(find('fear_heights', 'pre_flight_worry')).toBe('seat-climb');
    expect(find('pre_flight_worry', 'fear_no_escape')).toBe('seat-cruise');
  });

  it('knows no length without airports', () => {
    expect(estimateFlightMinutes({ fromAirport: 'LYS', toAirport: null }, [])).toBe(120);
  });
});
