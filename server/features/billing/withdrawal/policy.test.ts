import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, countDaysBetween, getCivilDate } from '#shared/rules/flight-date.ts';
import { getFirstWorkingDayFrom, isWorkingDay } from '#shared/rules/working-days.ts';
import { computeWithdrawalDeadline, keepLaterRefundDeadlines } from './policy.ts';

const ZONES = ['Europe/Paris', 'Europe/London', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia'];
const zone = fc.constantFrom(...ZONES, 'America/Havana', 'Australia/Lord_Howe', 'UTC');
const instant = fc.date({
  min: new Date('2024-01-01'),
  max: new Date('2040-12-31'),
  noInvalidDate: true,
});

it('the time to withdraw ends with a working day, the fourteenth after the order or the first one after that', () => {
  fc.assert(
    fc.property(instant, zone, (orderedAt, timeZone) => {
      const deadline = computeWithdrawalDeadline(orderedAt, timeZone);
      const lastDay = getCivilDate(timeZone, deadline);
      const fourteenth = addDays(getCivilDate(timeZone, orderedAt), 14);
      expect(lastDay).toBe(getFirstWorkingDayFrom(fourteenth));
      expect(isWorkingDay(lastDay)).toBe(true);
      const next = getCivilDate(timeZone, new Date(deadline.getTime() + 1));
      expect(countDaysBetween(lastDay, next)).toBe(1);
      expect(deadline.getTime() - orderedAt.getTime()).toBeGreaterThan(14 * 86_400_000 - 3_600_001);
    }),
  );
});

it.each([
  ['late on a Wednesday in Paris', '2026-11-25T22:30:00Z', '2026-12-09T22:59:59.999Z'],
  ['when it is Thursday in Paris already', '2026-11-25T23:30:00Z', '2026-12-10T22:59:59.999Z'],
  ['fourteen days before Christmas', '2026-12-11T09:00:00Z', '2026-12-28T22:59:59.999Z'],
  ['fourteen days before Good Friday', '2027-03-12T09:00:00Z', '2027-03-30T21:59:59.999Z'],
])('an order %s, at %s, can be withdrawn from until %s', (_when, at, end) => {
  expect(computeWithdrawalDeadline(new Date(at), 'Europe/Paris').toISOString()).toBe(end);
});

it('a refund that is computed anew ends no earlier than it did', () => {
  const refund = (until: string) => ({
    paymentRef: 'pi_1',
    currency: 'EUR' as const,
    refundedMinor: 0,
    upToMinor: 1499,
    until: `2026-07-${until}T21:59:59.999Z`,
  });
  expect(keepLaterRefundDeadlines([refund('08')], [refund('07')])).toEqual([refund('08')]);
  expect(keepLaterRefundDeadlines([refund('07')], [refund('08')])).toEqual([refund('08')]);
  expect(keepLaterRefundDeadlines([], [refund('07')])).toEqual([refund('07')]);
});
