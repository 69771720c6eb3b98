import { describe, expect, it } from 'vitest';
import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { isPlausibleRecordingLength, isPackCheckDue, listPackItems } from './model.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2027-03-01T12:00:00Z');
const checkedBefore = (hours: number) => ({
  missing: [],
  sessions: 9,
  atMs: NOW_MS - hours * HOUR_MS,
});

describe('a flight pack', () => {
  it('holds the app, its pages, the sessions of the plan, and those for the seat and the worst minutes, once', () => {
    const contents = [{ id: 'a', title: 'Take-off' }];
    const sessions = [
      { id: 'a', title: 'Take-off', form: 'seat' },
      { id: 'b', title: 'In the seat', form: 'seat' },
      { id: 'c', title: 'Now', form: 'sos' },
      { id: 'd', title: 'At home', form: 'full' },
      { id: 'e', title: 'For some', form: 'sos', optIn: true },
    ] as ContentSummary[];
    const items = listPackItems({ contents } as unknown as Plan, sessions, {
      timeZone: 'Europe/Paris',
    });
    expect(items.flatMap((item) => (item.kind === 'session' ? item.id : []))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(items.filter(({ kind }) => kind !== 'session')).toHaveLength(5);
    expect(items).toContainEqual({
      kind: 'page',
      page: 'today',
      url: '/api/dashboard?timeZone=Europe%2FParis',
    });
  });

  it.each([
    ['is checked by itself the day before, also if nobody asked', null, 1, true],
    ['is not checked weeks before, if nobody asked', null, 20, false],
    ['holds for a day while the flight is far', checkedBefore(23), 5, false],
    ['is checked again after a day', checkedBefore(25), 5, true],
    ['is checked again within hours the day before', checkedBefore(5), 1, true],
    ['is checked again within hours on the day', checkedBefore(5), 0, true],
    ['holds for some hours on the day', checkedBefore(3), 0, false],
  ])('%s', (_, last, daysLeft, isDue) => {
    expect(isPackCheckDue(last, daysLeft, NOW_MS)).toBe(isDue);
  });

  it('knows a recording that is not that of the session by its length', () => {
    expect(isPlausibleRecordingLength(600, 600_000)).toBe(true);
    expect(isPlausibleRecordingLength(500, 600_000)).toBe(true);
    expect(isPlausibleRecordingLength(30, 600_000)).toBe(false);
    expect(isPlausibleRecordingLength(Number.NaN, 600_000)).toBe(false);
  });
});
