import { expect, it } from 'vitest';
import { createSleepTimer } from './sleep-timer.ts';

/** A session of ten minutes on a clock that moves only when told. */
function asleep() {
  let time = 0;
  let position = 0;
  let timers: { due: number; callback: () => void }[] = [];
  const log: string[] = [];
  const kit = {
    now: () => time,
    schedule: (ms: number, callback: () => void) => {
      const timer = { due: time + ms, callback };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  let playing = false;
  const session = {
    position: () => position,
    durationMs: 600_000,
    pause: () => play(false),
    skip: (ms: number) => {
      position += ms;
    },
    setMasterVolume: (level: number) => log.push(level.toFixed(2)),
  };
  const timer = createSleepTimer(kit, session);
  const play = (on: boolean) => {
    playing = on;
    timer.setPlaying(on);
  };
  const pass = (ms: number) => {
    for (const end = time + ms; time < end;) {
      time += 500;
      if (playing) position += 500;
      const due = timers.filter((one) => one.due <= time);
      timers = timers.filter((one) => one.due > time);
      for (const one of due) one.callback();
    }
  };
  return { timer, play, pass, log, position: () => position, isPlaying: () => playing };
}

it('stops after its minutes, having grown quiet, and goes back half a minute', () => {
  const { timer, play, pass, log, position, isPlaying } = asleep();
  timer.choose({ minutes: 5 });
  play(true);
  pass(279_000);
  expect(log).toEqual([]);
  pass(15_000);
  const levels = log.map(Number);
  expect(levels).toEqual(levels.toSorted((a, b) => b - a));
  expect(levels.at(-1)).toBeLessThan(0.4);
  pass(8_000);
  expect(isPlaying()).toBe(false);
  expect(position()).toBeGreaterThanOrEqual(270_000);
  expect(position()).toBeLessThanOrEqual(271_500);
  expect([log.at(-1), timer.choice()]).toEqual(['1.00', null]);
});

it('waits while the session is paused', () => {
  const { timer, play, pass, isPlaying } = asleep();
  timer.choose({ minutes: 1 });
  play(true);
  pass(30_000);
  play(false);
  pass(600_000);
  expect(timer.leftMs()).toBe(30_000);
  play(true);
  pass(29_000);
  expect(isPlaying()).toBe(true);
  pass(3_000);
  expect(isPlaying()).toBe(false);
});

it('grows quiet towards the end of the session, and leaves the end where it is', () => {
  const { timer, play, pass, log, position } = asleep();
  timer.choose('end');
  play(true);
  pass(590_000);
  expect(Number(log.at(-1))).toBeLessThan(0.6);
  pass(10_000);
  play(false);
  expect([position(), timer.choice()]).toEqual([600_000, null]);
});

it('goes on with what is left of a timer that ran for the session before', () => {
  const { timer, play, pass, isPlaying } = asleep();
  timer.takeOver({ minutes: 45 }, 60_000);
  expect([timer.choice(), timer.leftMs()]).toEqual([{ minutes: 45 }, 60_000]);
  play(true);
  pass(59_000);
  expect(isPlaying()).toBe(true);
  pass(3_000);
  expect(isPlaying()).toBe(false);
});
