import { describe, expect, it } from 'vitest';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { toFlightFearRatings, parseJourney } from '../model.ts';
import { endDisruption, recordDisruption } from './disruptions.ts';
import {
  endJourney,
  type Journey,
  computeJourneyWhereabouts,
  createJourney,
  getLastToldPhase,
  recordFear,
  moveToPhase,
} from './journey.ts';
import { estimatePhaseMinutes } from './phases.ts';

const MINUTE = 60_000;

/** A phone on a flight: the page can be killed at any time, and finds what the device kept. */
function createPhone(begunAt: string, airborneMinutes: number) {
  let at = Date.parse(begunAt);
  const minutes = estimatePhaseMinutes(airborneMinutes);
  let journey: Journey = createJourney({ flightId: 'f', practiceSpeed: null, airborneMinutes }, at);
  return {
    wait: (count: number) => (at += count * MINUTE),
    kill: () => {
      const kept = parseJourney(JSON.parse(JSON.stringify(journey)) as object);
      if (!kept) throw new Error('Nothing was kept.');
      journey = kept;
    },
    tell: (phase: FlightPhase) => (journey = moveToPhase(journey, phase, at)),
    feel: (fear: number) => {
      const phase = getLastToldPhase(journey);
      journey = recordFear(journey, { phase, fear }, at);
    },
    detour: (name: 'delay' | 'go_around') =>
      (journey = recordDisruption(journey, name, minutes, at)),
    over: () => (journey = endDisruption(journey)),
    end: () => (journey = endJourney(journey, at)),
    locate: () => computeJourneyWhereabouts(journey, minutes, at),
    get: () => journey,
  };
}

describe('a whole flight', () => {
  it('of two hours, delayed, with a go-around, killed twice, ends with the right record', () => {
    const phone = createPhone('2026-12-03T18:40:00Z', 120);
    phone.feel(6);
    phone.wait(25);
    phone.tell('doors');
    phone.detour('delay');
    phone.wait(50);
    phone.kill();
    // The length of a delay is unknown: nothing moved by itself.
    expect(phone.get().isDetouring).toBe(true);
    expect(phone.locate()).toMatchObject({ told: 'doors', expected: 'doors', by: 'told' });
    phone.over();
    for (const [phase, wait] of [
      ['push_back', 4],
      ['taxi_out', 12],
      ['take_off', 1],
    ] as const) {
      phone.tell(phase);
      phone.wait(wait);
    }
    phone.feel(8);
    phone.tell('lift_off');
    phone.wait(70);
    phone.kill();
    expect(phone.locate()).toMatchObject({ expected: 'cruise', by: 'clock' });
    phone.tell('cruise');
    phone.feel(3);
    phone.wait(30);
    phone.tell('approach');
    phone.detour('go_around');
    phone.over();
    // Another approach comes, after some ten minutes.
    expect(phone.locate()).toMatchObject({ told: 'descent', next: { phase: 'approach' } });
    expect(phone.locate().next?.minutes).toBeGreaterThanOrEqual(10);
    phone.feel(7);
    phone.wait(12);
    phone.tell('approach');
    phone.wait(6);
    phone.tell('landing');
    phone.wait(1);
    phone.tell('taxi_in');
    phone.feel(2);
    phone.wait(6);
    phone.end();
    const { marks, detours, endedAt, begunAt } = phone.get();
    expect(detours.map(({ detour }) => detour)).toEqual(['delay', 'go_around']);
    expect(marks.at(-1)?.phase).toBe('taxi_in');
    expect(((endedAt ?? 0) - begunAt) / MINUTE).toBe(217);
    expect(toFlightFearRatings(phone.get())).toEqual([
      { phase: 'boarding', at: '2026-12-03T18:40:00.000Z', fear: 6 },
      { phase: 'take_off', at: '2026-12-03T20:12:00.000Z', fear: 8 },
      { phase: 'cruise', at: '2026-12-03T21:22:00.000Z', fear: 3 },
      { phase: 'descent', at: '2026-12-03T21:52:00.000Z', fear: 7 },
      { phase: 'taxi_in', at: '2026-12-03T22:11:00.000Z', fear: 2 },
    ]);
  });

  it('over midnight and three time zones goes on by the time that has passed, whatever the phone shows', () => {
    const before = process.env['TZ'];
    try {
      process.env['TZ'] = 'Europe/Lisbon';
      const phone = createPhone('2026-12-03T21:10:00Z', 240);
      phone.tell('take_off');
      phone.wait(10);
      phone.kill();
      process.env['TZ'] = 'Europe/Paris';
      phone.wait(110);
      phone.kill();
      const here = phone.locate();
      expect(here).toMatchObject({ expected: 'cruise', by: 'clock' });
      process.env['TZ'] = 'Europe/Athens';
      phone.kill();
      expect(phone.locate()).toEqual(here);
      // Two of four hours in the air are over, and it is the next day everywhere.
      expect(here.minutesToGate).toBeGreaterThan(115);
      expect(here.minutesToGate).toBeLessThan(140);
      phone.wait(140);
      expect(phone.locate().expected).toBe('taxi_in');
      phone.tell('taxi_in');
      phone.end();
      expect(new Date(phone.get().endedAt ?? 0).toISOString()).toBe('2026-12-04T01:30:00.000Z');
    } finally {
      process.env['TZ'] = before;
    }
  });
});
