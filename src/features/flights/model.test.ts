import { describe, expect, it } from 'vitest';
import type { Flight } from '#shared/contract/flights.ts';
import type { Airport } from '#shared/rules/airports.ts';
import {
  toAirportDraft,
  toFlightDetails,
  createFlightDraft,
  findNextFlightIfReturnMissing,
  toFlightFaultKeys,
  validateFlightDraft,
  createAirportNamer,
  formatFlightTimeAndRoute,
  countPastFlights,
  isWithinLastDayBeforeFlight,
  buildReturnFlight,
  parseAirportDraft,
  fillAirportTimeZones,
} from './model.ts';

const GENEVA: Airport = {
  code: 'GVA',
  city: 'Geneva',
  cityInFrench: 'Genève',
  name: 'Geneva',
  country: 'CH',
  latitude: 46.24,
  longitude: 6.11,
  timeZone: 'Europe/Zurich',
  aliases: [],
};
const AUCKLAND = { ...GENEVA, code: 'AKL', city: 'Auckland', timeZone: 'Pacific/Auckland' };
const flight: Flight = {
  id: '0195b7d0-0000-7000-8000-000000000000',
  kind: 'outbound',
  departsOn: '2026-11-21',
  departsAt: '18:35',
  timeZone: 'Europe/Zurich',
  fromAirport: 'GVA',
  toAirport: 'AKL',
  number: 'LX 86',
};
const ownZone = 'Europe/Paris';
const now = new Date('2026-11-21T13:00:00Z');
const draft = (part: Partial<ReturnType<typeof createFlightDraft>> = {}) => ({
  ...createFlightDraft(null),
  departsOn: '2026-12-04',
  ...part,
});
const faults = (part: Parameters<typeof draft>[0], before: Flight | null = null) =>
  validateFlightDraft(draft(part), { before, now, ownZone });

describe('a flight that is written down', () => {
  it('needs only its day', () => {
    expect(faults({})).toEqual({});
    expect(faults({ departsOn: '' })).toEqual({ departsOn: 'flights:missing' });
    expect(toFlightDetails(draft(), { before: null, ownZone })).toEqual({
      kind: 'outbound',
      departsOn: '2026-12-04',
      departsAt: null,
      timeZone: ownZone,
      fromAirport: null,
      toAirport: null,
      number: null,
    });
  });

  it('may not leave on a day that is over where it leaves from', () => {
    expect(faults({ departsOn: '2026-11-21' })).toEqual({});
    const from = toAirportDraft(AUCKLAND, 'en');
    expect(faults({ departsOn: '2026-11-21', from })).toEqual({
      departsOn: 'errors:flight_date_past',
    });
    expect(faults({ departsOn: '2026-11-22', from })).toEqual({});
  });

  it('keeps the day it had, even one that has passed', () => {
    const before = { ...flight, departsOn: '2025-01-01' };
    expect(validateFlightDraft(createFlightDraft(before), { before, now, ownZone })).toEqual({});
    expect(toFlightDetails(createFlightDraft(before), { before, ownZone })).toEqual(
      Object.fromEntries(Object.entries(before).filter(([key]) => key !== 'id')),
    );
  });

  it('takes any three letters for an airport, and the zone of one it knows', () => {
    expect(parseAirportDraft(' gva', [GENEVA])).toMatchObject({
      code: 'GVA',
      timeZone: 'Europe/Zurich',
    });
    const early = fillAirportTimeZones(draft({ from: parseAirportDraft('GVA') }), [GENEVA]);
    expect(early.from.timeZone).toBe('Europe/Zurich');
    expect(parseAirportDraft('ZZZ', [GENEVA])).toMatchObject({ code: 'ZZZ', timeZone: null });
    expect(faults({ to: parseAirportDraft('somewhere', [GENEVA]) })).toEqual({
      to: 'flights:airportUnknown',
    });
    expect(toAirportDraft(GENEVA, 'fr').text).toBe('Genève (GVA)');
  });
});

describe('the way back', () => {
  it('comes on the day of the first flight or later', () => {
    const back = (returnOn: string) => faults({ hasReturn: true, returnOn }).returnOn;
    expect([back(''), back('2026-12-03'), back('2026-12-04')]).toEqual([
      'flights:missing',
      'flights:returnBefore',
      undefined,
    ]);
  });

  it('is asked for beside the next flight, until one is known from that day on', () => {
    const outbound = { ...flight, kind: 'outbound' as const, departsOn: '2026-12-04' };
    const back = (departsOn: string) => ({
      ...outbound,
      id: 'b',
      kind: 'return' as const,
      departsOn,
    });
    const find = (...flights: Flight[]) => findNextFlightIfReturnMissing(flights, now);
    expect(find()).toBeNull();
    expect(find(outbound)).toBe(outbound);
    expect(find(outbound, back('2026-12-01'))).toBeNull();
    expect(find(outbound, back('2026-11-01'))).toBe(outbound);
    expect(find(outbound, back('2026-12-04'))).toBeNull();
    expect(find({ ...outbound, departsOn: '2026-11-01' })).toBeNull();
  });

  it('leaves from where the first flight lands, by the calendar there', () => {
    const from = toAirportDraft(GENEVA, 'en');
    const to = toAirportDraft(AUCKLAND, 'en');
    const both = draft({ from, to, hasReturn: true, returnOn: '2026-12-20', returnAt: '09:05' });
    expect(buildReturnFlight(both, ownZone)).toMatchObject({
      kind: 'return',
      departsOn: '2026-12-20',
      departsAt: '09:05',
      timeZone: 'Pacific/Auckland',
      fromAirport: 'AKL',
      toAirport: 'GVA',
    });
  });
});

describe('the flights kept', () => {
  it('say on one line what is known of them', () => {
    expect(formatFlightTimeAndRoute(flight)).toBe(
      '18:35~·~GVA~→~AKL~· LX~86'.replaceAll('~', '\u00a0'),
    );
    expect(
      formatFlightTimeAndRoute({ ...flight, departsAt: null, fromAirport: null, number: null }),
    ).toBe('→\u00a0AKL');
  });

  it('name their cities once the airports are known', () => {
    const geneva = { code: 'GVA', city: 'Geneva', cityInFrench: 'Genève' } as Airport;
    const line = (airports: Airport[]) =>
      formatFlightTimeAndRoute(
        { ...flight, departsAt: null, number: null },
        createAirportNamer(airports, 'fr'),
      );
    expect(line([])).toBe('GVA → AKL');
    expect(line([geneva])).toBe('Genève (GVA) → AKL');
  });

  it('are behind the person once their day is over where they left from', () => {
    const on = (departsOn: string, timeZone: string) => ({ ...flight, departsOn, timeZone });
    const all = [on('2026-11-21', 'Pacific/Auckland'), on('2026-11-21', 'Europe/Zurich')];
    expect(countPastFlights(all, now)).toBe(1);
  });
});

it('knows the last day before the flight that comes next, and none after it', () => {
  const leaves = Date.parse('2026-11-21T17:35:00Z');
  const at = (hours: number) =>
    isWithinLastDayBeforeFlight([flight], new Date(leaves + hours * 3_600_000));
  expect([at(-25), at(-23), at(0), at(3)]).toEqual([false, true, true, false]);
  expect(isWithinLastDayBeforeFlight([], now)).toBe(false);
});

describe('a date that is too far away', () => {
  it('is refused in its own field', () => {
    expect(faults({ departsOn: '2126-05-01' })).toEqual({
      departsOn: 'errors:field.out_of_range',
    });
    expect(faults({ departsOn: '2100-12-30', hasReturn: true, returnOn: '2101-01-01' })).toEqual({
      returnOn: 'errors:field.out_of_range',
    });
  });

  it('is refused in its own field by the server too', () => {
    const refused = {
      departsOn: 'errors:field.out_of_range',
      unknown: 'errors:field.invalid',
    } as const;
    expect(toFlightFaultKeys(refused, 'outbound')).toEqual({ departsOn: refused.departsOn });
    expect(toFlightFaultKeys(refused, 'return')).toEqual({ returnOn: refused.departsOn });
  });
});
