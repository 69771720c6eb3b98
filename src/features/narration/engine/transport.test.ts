import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlaybackClock } from './transport.ts';

const MINUTES_10 = 600_000;

function transportAt(startAt = 0, durationMs = MINUTES_10) {
  const clock = { time: 5_000 };
  return { clock, transport: createPlaybackClock({ now: () => clock.time, durationMs, startAt }) };
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
        const { clock, transport } = transportAt();
        let expected = 0;
        let running = false;
        for (const each of steps) {
          if (each.do === 'wait') {
            clock.time += each.ms;
            if (running) expected = Math.min(MINUTES_10, expected + each.ms);
          } else if (each.do === 'seek') {
            transport.seek(each.ms);
            expected = Math.min(MINUTES_10, Math.max(0, each.ms));
          } else {
            transport[each.do]();
            running = each.do === 'play';
          }
          expect(transport.position()).toBeCloseTo(expected, 3);
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
          const { clock, transport } = transportAt(startAt);
          transport.play();
          let last = transport.position();
          for (const jump of jumps) {
            clock.time += jump;
            const position = transport.position();
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
    const { clock, transport } = transportAt();
    transport.play();
    const start = clock.time;
    for (let frame = 0; clock.time - start < MINUTES_10 - 40; frame++) {
      clock.time += 16.6667 + (frame % 7) * 0.173;
      transport.position();
      if (frame % 500 === 0) {
        transport.pause();
        transport.play();
      }
    }
    expect(Math.abs(transport.position() - (clock.time - start))).toBeLessThan(0.01);
  });

  it('counts what was played and not what was jumped over', () => {
    const { clock, transport } = transportAt();
    transport.play();
    clock.time += 10_000;
    transport.seek(300_000);
    clock.time += 5_000;
    expect(transport.playedMs()).toBe(15_000);
    expect(transport.sinceSeekMs()).toBe(5_000);
    transport.pause();
    clock.time += 60_000;
    expect(transport.playedMs()).toBe(15_000);
  });

  it('waits at its limit and goes on from there, without a leap', () => {
    const { clock, transport } = transportAt();
    transport.limit(8_000);
    transport.play();
    clock.time += 20_000;
    expect(transport.position()).toBe(8_000);
    transport.limit(null);
    clock.time += 500;
    expect(transport.position()).toBe(8_500);
    expect(transport.playedMs()).toBe(8_500);
  });

  it('takes its time from a recording, and keeps its place when the recording goes', () => {
    const { clock, transport } = transportAt();
    let recorded = 0;
    transport.follow(() => recorded);
    transport.play();
    clock.time += 9_000;
    recorded = 4_200;
    expect(transport.position()).toBe(4_200);
    transport.follow(null);
    clock.time += 800;
    expect(transport.position()).toBe(5_000);
  });
});
