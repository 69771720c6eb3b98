import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlaybackClock } from './playback-clock.ts';

const MINUTES_10 = 600_000;

function createClockAt(startAt = 0, durationMs = MINUTES_10) {
  const source = { time: 5_000 };
  return { source, clock: createPlaybackClock({ now: () => source.time, durationMs, startAt }) };
}

const step = fc.oneof(
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.double({ min: 0, max: 90_000, noNaN: true }),
  }),
  fc.record({ do: fc.constant('seek' as const), ms: fc.integer({ min: -10_000, max: 700_000 }) }),
  fc.record({ do: fc.constantFrom('play' as const, 'pause' as const), ms: fc.constant(0) }),
);

describe('the session clock', () => {
  it('is where play began plus the time that passed, whatever was pressed in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { source, clock } = createClockAt();
        let expected = 0;
        let running = false;
        for (const each of steps) {
          if (each.do === 'wait') {
            source.time += each.ms;
            if (running) expected = Math.min(MINUTES_10, expected + each.ms);
          } else if (each.do === 'seek') {
            clock.seek(each.ms);
            expected = Math.min(MINUTES_10, Math.max(0, each.ms));
          } else {
            clock[each.do]();
            running = each.do === 'play';
          }
          expect(clock.position()).toBeCloseTo(expected, 3);
        }
      }),
    );
  });

  it('never goes back while it plays, and never leaves the session', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -50, max: 60_000, noNaN: true }), { maxLength: 80 }),
        fc.integer({ min: 0, max: MINUTES_10 }),
        (jumps, startAt) => {
          const { source, clock } = createClockAt(startAt);
          clock.play();
          let last = clock.position();
          for (const jump of jumps) {
            source.time += jump;
            const position = clock.position();
            if (jump >= 0) expect(position).toBeGreaterThanOrEqual(last);
            expect(position).toBeGreaterThanOrEqual(0);
            expect(position).toBeLessThanOrEqual(MINUTES_10);
            last = position;
          }
        },
      ),
    );
  });

  it('is within a hundredth of a millisecond of the truth after ten minutes of ragged frames', () => {
    const { source, clock } = createClockAt();
    clock.play();
    const start = source.time;
    for (let frame = 0; source.time - start < MINUTES_10 - 40; frame++) {
      source.time += 16.6667 + (frame % 7) * 0.173;
      clock.position();
      if (frame % 500 === 0) {
        clock.pause();
        clock.play();
      }
    }
    expect(Math.abs(clock.position() - (source.time - start))).toBeLessThan(0.01);
  });

  it('counts what was played and not what was jumped over', () => {
    const { source, clock } = createClockAt();
    clock.play();
    source.time += 10_000;
    clock.seek(300_000);
    source.time += 5_000;
    expect(clock.playedMs()).toBe(15_000);
    expect(clock.sinceSeekMs()).toBe(5_000);
    clock.pause();
    source.time += 60_000;
    expect(clock.playedMs()).toBe(15_000);
  });

  it('waits at its limit and goes on from there, without a leap', () => {
    const { source, clock } = createClockAt();
    clock.limit(8_000);
    clock.play();
    source.time += 20_000;
    expect(clock.position()).toBe(8_000);
    clock.limit(null);
    source.time += 500;
    expect(clock.position()).toBe(8_500);
    expect(clock.playedMs()).toBe(8_500);
  });

  it('takes its time from a recording, and keeps its place when the recording goes', () => {
    const { source, clock } = createClockAt();
    let recorded = 0;
    clock.follow(() => recorded);
    clock.play();
    source.time += 9_000;
    recorded = 4_200;
    expect(clock.position()).toBe(4_200);
    clock.follow(null);
    source.time += 800;
    expect(clock.position()).toBe(5_000);
  });
});
