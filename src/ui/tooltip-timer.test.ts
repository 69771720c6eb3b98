import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTooltipTimer } from './tooltip-timer.ts';

let shown: string | null;

const createTimer = () =>
  createTooltipTimer<string>(
    (target) => (shown = target),
    () => (shown = null),
  );

beforeEach(() => {
  shown = null;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

it('shows a tooltip when the pointer has rested for 700 ms, and none when it only passed', () => {
  const timer = createTimer();
  timer.point('close');
  vi.advanceTimersByTime(699);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown).toBe('close');
  timer.close();
  vi.advanceTimersByTime(300);

  timer.point('back');
  vi.advanceTimersByTime(400);
  timer.point('sound');
  vi.advanceTimersByTime(699);
  expect(shown).toBeNull();
  timer.close();
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
});

it('shows the next one at once within 300 ms of the last, and waits again after that', () => {
  const timer = createTimer();
  timer.open('back');
  timer.point('sound');
  expect(shown).toBe('sound');
  timer.close();
  vi.advanceTimersByTime(299);
  timer.point('close');
  expect(shown).toBe('close');
  // Counted from when the last one was hidden, not from an earlier one.
  vi.advanceTimersByTime(200);
  timer.close();
  vi.advanceTimersByTime(299);
  timer.point('back');
  expect(shown).toBe('back');
  timer.close();
  vi.advanceTimersByTime(300);
  timer.point('sound');
  expect(shown).toBeNull();
  vi.advanceTimersByTime(700);
  expect(shown).toBe('sound');
});

it('shows one at once for the keyboard, in place of the one that the pointer waits for', () => {
  const timer = createTimer();
  timer.point('back');
  timer.open('close');
  expect(shown).toBe('close');
  vi.advanceTimersByTime(5000);
  expect(shown).toBe('close');
  timer.close();
  expect(shown).toBeNull();
});
