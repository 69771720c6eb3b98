import { describe, expect, it } from 'vitest';
import { isFlightNear, isPossiblyFlying, listTextsOfWrite } from './model.ts';

describe('somebody counts as flying', () => {
  const isFlyingOn = (flightDate: string | null, at = '2027-03-10T12:00:00Z') =>
    isPossiblyFlying(flightDate, 'Europe/Paris', new Date(at));
  it('on the day of the flight and the next one, in which long flights land', () => {
    expect(['2027-03-10', '2027-03-09'].map((date) => isFlyingOn(date))).toEqual([true, true]);
  });
  it('neither before nor after, nor without a flight', () => {
    expect([null, '2027-03-11', '2027-03-08'].map((date) => isFlyingOn(date))).toEqual([
      false,
      false,
      false,
    ]);
  });
  it('by the clock of the place where they are', () => {
    expect(isFlyingOn('2027-03-11', '2027-03-10T23:30:00Z')).toBe(true);
  });
});

it('a flight is near from two weeks before until its day is over', () => {
  const isNearOn = (date: string | null) =>
    isFlightNear(date, 'Europe/Paris', new Date('2027-03-10T12:00:00Z'));
  const days = ['2027-03-09', '2027-03-10', '2027-03-24', '2027-03-25', null];
  expect(days.map(isNearOn)).toEqual([false, true, true, false, false]);
});

it('of a refused write, what somebody put into words is read out of its body, and nothing else', () => {
  const attempt = {
    id: 'a1',
    stepId: 's1',
    outcome: { fear: 4, happened: 'I stayed', learned: null },
  };
  expect(
    listTextsOfWrite({ ...attempt, expected: 'I will leave', writtenAt: '2026-11-21' }),
  ).toEqual(['I stayed', 'I will leave']);
  expect(listTextsOfWrite({ steps: [{ words: 'A balcony' }], removed: ['s0'] })).toEqual([
    'A balcony',
  ]);
  expect([listTextsOfWrite(null), listTextsOfWrite('text')]).toEqual([[], []]);
});
