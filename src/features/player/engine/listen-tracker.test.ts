import { describe, expect, it } from 'vitest';
import { createListenTracker, isHeardToEnd, getResumePosition } from './listen-tracker.ts';

function listening() {
  let second = 0;
  let id = 0;
  return createListenTracker({
    contentId: 'c',
    timeZone: 'Europe/Paris',
    now: () => new Date(Date.UTC(2026, 10, 1, 20, 0, second++)),
    newId: () => `listen-${++id}`,
  });
}

describe('what was listened to', () => {
  it('is sent as stretches that add up to the time really played', () => {
    const listen = listening();
    listen.begin();
    expect(listen.take({ positionMs: 40_000.4, playedMs: 12_000.2 })).toEqual({
      id: 'listen-1',
      contentId: 'c',
      startedAt: '2026-11-01T19:59:49.000Z',
      endedAt: '2026-11-01T20:00:01.000Z',
      positionMs: 40_000,
      listenedMs: 12_000,
      completed: false,
      timeZone: 'Europe/Paris',
    });
    listen.begin();
    expect(listen.take({ positionMs: 50_000, playedMs: 20_000.2 })).toMatchObject({
      id: 'listen-2',
      listenedMs: 8_000,
    });
  });

  it('says nothing of a moment, and counts it with what follows', () => {
    const listen = listening();
    listen.begin();
    expect(listen.take({ positionMs: 400, playedMs: 400 })).toBeNull();
    expect(listen.take({ positionMs: 4_000, playedMs: 4_000 })).toMatchObject({
      listenedMs: 4_000,
    });
  });

  it('tells the completion once, even when nothing was played', () => {
    const listen = listening();
    listen.complete();
    expect(listen.take({ positionMs: 0, playedMs: 0 })).toMatchObject({ completed: true });
    expect(listen.take({ positionMs: 0, playedMs: 0 })).toBeNull();
  });
});

describe('a session heard to its end', () => {
  const durationMs = 300_000;
  it('has reached 90 % by listening', () => {
    expect(isHeardToEnd({ positionMs: 270_000, durationMs, sinceSeekMs: 60_000 })).toBe(true);
    expect(isHeardToEnd({ positionMs: 269_999, durationMs, sinceSeekMs: 60_000 })).toBe(false);
  });
  it('has not when a thumb slipped to the end', () => {
    expect(isHeardToEnd({ positionMs: 300_000, durationMs, sinceSeekMs: 200 })).toBe(false);
  });
});

describe('coming back', () => {
  it('begins where it was left, unless that was the very start or the end', () => {
    expect(getResumePosition(134_000, 300_000)).toBe(134_000);
    expect(getResumePosition(2_000, 300_000)).toBe(0);
    expect(getResumePosition(280_000, 300_000)).toBe(0);
  });
});
