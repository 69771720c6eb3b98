import { array, assert, date, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createClockAnchor,
  computeOfflineAccessEndOrInfinityMs,
  estimateServerTimeMs,
  advanceClockAnchor,
} from './offline-access.ts';

const HOUR_MS = 3_600_000;
const KNOWN = Date.parse('2027-03-01T12:00:00Z');
const flight = (departsOn: string, departsAt: string | null = '10:00') => ({
  departsOn,
  departsAt,
  timeZone: 'UTC',
});
const end = (endsAt: string | null, ...flights: ReturnType<typeof flight>[]) =>
  computeOfflineAccessEndOrInfinityMs(endsAt, flights, KNOWN);

describe('access without a network', () => {
  it('lasts until the pass ends, without end where the pass has none', () => {
    expect(end('2027-03-04T00:00:00Z')).toBe(Date.parse('2027-03-04T00:00:00Z'));
    expect(end(null, flight('2027-03-04'))).toBe(Infinity);
  });
  it('lasts until two days after the next flight has landed, where that is later', () => {
    const passEnd = '2027-03-04T00:00:00Z';
    // At 10:00, 20 hours in the air, 48 hours more.
    expect(end(passEnd, flight('2027-03-10'))).toBe(Date.parse('2027-03-13T06:00:00Z'));
    expect(end('2027-04-01T00:00:00Z', flight('2027-03-10'))).toBe(Date.parse('2027-04-01'));
    expect(end(passEnd, flight('2027-03-20'), flight('2027-03-10'))).toBe(
      Date.parse('2027-03-13T06:00:00Z'),
    );
  });
  it('counts a flight without a time from the end of its day', () => {
    expect(end('2027-03-02T00:00:00Z', flight('2027-03-10', null))).toBe(
      Date.parse('2027-03-13T19:59:00Z'),
    );
  });
  it('is not prolonged by a flight that had landed when it was last known', () => {
    expect(end('2027-03-02T00:00:00Z', flight('2027-02-20'))).toBe(Date.parse('2027-03-02'));
  });
});

describe('the time that a device estimates', () => {
  const instants = date({
    min: new Date('2020-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  }).map(Number);

  it('follows the server’s, whatever the device’s clock is wrong by', () => {
    assert(
      property(instants, instants, integer({ min: 0, max: 90 * 24 }), (server, device, hours) => {
        const anchor = advanceClockAnchor(
          createClockAnchor(server, device),
          device + hours * HOUR_MS,
        );
        expect(estimateServerTimeMs(anchor)).toBe(server + hours * HOUR_MS);
      }),
    );
  });
  const show = (readings: readonly number[], from = createClockAnchor(KNOWN, KNOWN)) =>
    readings.reduce(advanceClockAnchor, from);
  const DAY_MS = 24 * HOUR_MS;

  it('is right again once a clock that was ahead or behind, twice, is put right', () => {
    const wrong = integer({ min: -900, max: 900 }).map((days) => days * DAY_MS);
    assert(
      property(wrong, wrong, integer({ min: 1, max: 20 }), (first, second, days) => {
        const readings = [1, 2, 3, 4].map((part) => KNOWN + (part * days * DAY_MS) / 4);
        const [a = 0, b = 0, c = 0, d = 0] = readings;
        expect(estimateServerTimeMs(show([a + first, b, c + second, d]))).toBe(d);
      }),
    );
  });
  it('is never before the last contact, and goes on however often the clock is set back', () => {
    assert(
      property(instants, instants, array(instants), (server, device, shown) => {
        let anchor = show(shown, createClockAnchor(server, device));
        expect(estimateServerTimeMs(anchor)).toBeGreaterThanOrEqual(server);
        // A month of half days, each of which begins with a clock that is set back to the same day.
        for (let half = 0; half < 60; half += 1)
          anchor = show([device, device + 12 * HOUR_MS], anchor);
        expect(estimateServerTimeMs(anchor)).toBeGreaterThanOrEqual(server + 28 * DAY_MS);
      }),
    );
  });
  it('goes back for no third clock that is set back, so that nothing opens again that was closed', () => {
    let anchor = createClockAnchor(KNOWN, KNOWN);
    for (const _ of [1, 2, 3]) anchor = show([KNOWN + 40 * DAY_MS, KNOWN], anchor);
    expect(estimateServerTimeMs(anchor)).toBe(KNOWN + 40 * DAY_MS);
  });
});
