import { array, assert, date, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchorClock,
  computeOfflineEnd,
  estimateServerTime,
  isLeap,
  observeClock,
} from './offline-access.ts';

const HOUR_MS = 3_600_000;
const KNOWN = Date.parse('2027-03-01T12:00:00Z');
const flight = (departsOn: string, departsAt: string | null = '10:00') => ({
  departsOn,
  departsAt,
  timeZone: 'UTC',
});
const end = (endsAt: string | null, ...flights: ReturnType<typeof flight>[]) =>
  computeOfflineEnd(endsAt, flights, KNOWN);

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
        const anchor = observeClock(anchorClock(server, device), device + hours * HOUR_MS);
        expect(estimateServerTime(anchor)).toBe(server + hours * HOUR_MS);
      }),
    );
  });
  it('never goes back, so that a clock that is turned back opens nothing that was closed', () => {
    assert(
      property(instants, instants, array(instants), (server, device, shown) => {
        let anchor = anchorClock(server, device);
        for (const deviceMs of shown) {
          const before = estimateServerTime(anchor);
          anchor = observeClock(anchor, deviceMs);
          expect(estimateServerTime(anchor)).toBeGreaterThanOrEqual(before);
        }
        expect(estimateServerTime(anchor)).toBeGreaterThanOrEqual(server);
      }),
    );
  });
  it('takes no leap of more than thirty days for the time, so that a clock that is put right closes nothing', () => {
    const anchor = anchorClock(KNOWN, KNOWN);
    expect(isLeap(anchor, KNOWN + 400 * 24 * HOUR_MS)).toBe(true);
    expect(isLeap(anchor, KNOWN + 29 * 24 * HOUR_MS)).toBe(false);
    expect(isLeap(anchor, KNOWN - 400 * 24 * HOUR_MS)).toBe(false);
  });
});
