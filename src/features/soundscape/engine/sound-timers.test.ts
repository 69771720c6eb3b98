import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSoundTimers } from './sound-timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createTimers() {
  let time = 0;
  const rung: string[] = [];
  const timers = createSoundTimers(() => time);
  const schedule = (name: string, ms: number) => timers.schedule(ms, () => rung.push(name));
  return {
    timers,
    schedule,
    rung,
    ringOverdue: timers.ringOverdue,
    pass: (ms: number) => (time += ms),
  };
}

it('rings by itself, once', () => {
  const { schedule, rung, pass, ringOverdue } = createTimers();
  schedule('one', 1_000);
  pass(1_000);
  vi.advanceTimersByTime(1_000);
  ringOverdue();
  expect(rung).toEqual(['one']);
});

it('rings with a sound where the page’s own timers are held back, and not before its time', () => {
  const { schedule, rung, pass, ringOverdue } = createTimers();
  schedule('one', 1_000);
  schedule('later', 2_000);
  pass(999);
  ringOverdue();
  expect(rung).toEqual([]);
  pass(1);
  ringOverdue();
  expect(rung).toEqual(['one']);
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual(['one']);
});

it('does not ring what was cancelled, even by another that rings', () => {
  const { timers, schedule, rung, pass } = createTimers();
  schedule('never', 10)();
  let cancel = () => {};
  timers.schedule(10, () => cancel());
  cancel = schedule('cancelled', 10);
  pass(100);
  timers.ringOverdue();
  vi.advanceTimersByTime(100);
  expect(rung).toEqual([]);
});
