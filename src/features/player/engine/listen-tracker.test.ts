import { describe, expect, it } from 'vitest';
import type { Cue } from '#shared/rules/script.ts';
import { createListenTracker, isHeardToCompletion, getResumePositionMs } from './listen-tracker.ts';

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

describe('a number that the session asked for', () => {
  const place = { positionMs: 9_000, playedMs: 0 };
  const fear = { cue: 4, name: 'fear', ratedAt: '2026-11-01T20:00:00Z' } as const;
  it('is told with the listen, as it was given last, and once', () => {
    const listen = listening();
    listen.rate({ ...fear, value: 7 });
    listen.rate({ cue: 9, name: 'sure', value: 80, ratedAt: fear.ratedAt });
    listen.rate({ ...fear, value: 6 });
    expect(listen.draft(place)?.selfRatings?.map(({ value }) => value)).toEqual([80, 6]);
    expect(listen.take(place)).toMatchObject({ listenedMs: 0, selfRatings: [{}, { value: 6 }] });
    expect(listen.take(place)).toBeNull();
    listen.complete();
    expect(listen.take(place)).not.toHaveProperty('selfRatings');
  });
});

describe('a session heard to its end', () => {
  const durationMs = 300_000;
  it('has reached 90 % by listening', () => {
    expect(isHeardToCompletion({ positionMs: 270_000, durationMs, sinceSeekMs: 60_000 })).toBe(
      true,
    );
    expect(isHeardToCompletion({ positionMs: 269_999, durationMs, sinceSeekMs: 60_000 })).toBe(
      false,
    );
  });
  it('has not when a thumb slipped to the end', () => {
    expect(isHeardToCompletion({ positionMs: 300_000, durationMs, sinceSeekMs: 200 })).toBe(false);
  });
});

describe('coming back', () => {
  const cues: Cue[] = [
    { type: 'pause', at: 0, duration: 285_000 },
    { type: 'rate', at: 285_000, duration: 6_000, name: 'fear' },
    { type: 'pause', at: 291_000, duration: 3_000 },
    { type: 'wait', at: 294_000, duration: 6_000 },
  ];
  const session = { cues, durationMs: 300_000 };
  it('begins where it was left, unless that was the very start or the end', () => {
    expect(getResumePositionMs(134_000, session)).toBe(134_000);
    expect(getResumePositionMs(2_000, session)).toBe(0);
    expect(getResumePositionMs(280_000, session)).toBe(0);
    expect(getResumePositionMs(300_000, session)).toBe(0);
  });
  it('begins at a question that was left open, however near the end', () => {
    expect(getResumePositionMs(285_000, session)).toBe(285_000);
    expect(getResumePositionMs(294_000, session)).toBe(294_000);
    expect(getResumePositionMs(292_000, session)).toBe(0);
  });
});
