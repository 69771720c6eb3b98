import { describe, expect, it } from 'vitest';
import {
  chooseReminderKind,
  computeNextReminderTime,
  type ReminderPreferences,
} from './reminders.ts';

const wishes = (change: Partial<ReminderPreferences> = {}): ReminderPreferences => ({
  hour: 8,
  timeZone: 'Europe/Paris',
  practice: true,
  pack: true,
  evening: true,
  ...change,
});
const nothing = { flights: [], hasPractised: false };

describe('the next moment of a reminder', () => {
  it.each([
    ['2026-11-22T06:59:59Z', {}, '2026-11-22T07:00:00.000Z'],
    ['2026-11-22T07:00:00Z', {}, '2026-11-22T17:00:00.000Z'],
    ['2026-11-22T07:00:00Z', { evening: false }, '2026-11-23T07:00:00.000Z'],
    ['2026-11-22T12:00:00Z', { hour: 21 }, '2026-11-22T20:00:00.000Z'],
    // A zone that is a quarter of an hour off, and the change of clocks in both directions.
    ['2026-11-22T00:00:00Z', { timeZone: 'Asia/Kathmandu', hour: 6 }, '2026-11-22T00:15:00.000Z'],
    ['2026-03-28T12:00:00Z', { hour: 9, evening: false }, '2026-03-29T07:00:00.000Z'],
    ['2026-03-28T12:00:00Z', { hour: 2, evening: false }, '2026-03-30T00:00:00.000Z'],
    ['2026-10-24T12:00:00Z', { hour: 2, evening: false }, '2026-10-25T00:00:00.000Z'],
  ])('after %s is that of the person’s own clock', (after, change, next) => {
    expect(computeNextReminderTime(wishes(change), new Date(after)).toISOString()).toBe(next);
  });
});

describe('a reminder', () => {
  const morning = new Date('2026-11-22T07:00:00Z');
  const evening = new Date('2026-11-22T17:00:00Z');
  it('is of practising, unless that was done', () => {
    expect(chooseReminderKind(wishes(), morning, nothing)).toBe('practice');
    expect(chooseReminderKind(wishes(), morning, { ...nothing, hasPractised: true })).toBeNull();
    expect(chooseReminderKind(wishes({ practice: false }), morning, nothing)).toBeNull();
  });
  it('is of the pack two days before the flight, and of the flight the evening before', () => {
    const on = (departsOn: string) => ({ flights: [{ departsOn }], hasPractised: false });
    expect(chooseReminderKind(wishes(), morning, on('2026-11-24'))).toBe('pack');
    expect(chooseReminderKind(wishes(), evening, on('2026-11-23'))).toBe('evening');
    expect(chooseReminderKind(wishes(), evening, on('2026-11-24'))).toBeNull();
    expect(chooseReminderKind(wishes({ evening: false }), evening, on('2026-11-23'))).toBeNull();
    expect(chooseReminderKind(wishes({ hour: 20 }), evening, on('2026-11-23'))).toBeNull();
  });
  it('is one at a time', () => {
    const late = new Date('2026-11-22T19:00:00Z');
    const flights = [{ departsOn: '2026-11-23' }, { departsOn: '2026-11-24' }];
    expect(chooseReminderKind(wishes({ hour: 20 }), late, { flights, hasPractised: false })).toBe(
      'evening',
    );
  });
});
