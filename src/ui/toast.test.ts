import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scheduleToastRemoval } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const buildToast = (open: boolean) => ({ id: 1, title: 'Saved', open });

it('a toast that was closed is removed, a very long time later', () => {
  const remove = vi.fn();
  scheduleToastRemoval(buildToast(false), remove);
  vi.advanceTimersByTime(999_999);
  expect(remove).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(remove).toHaveBeenCalledOnce();
});

it('a toast that is open stays, and so does one that took the place of a closed one', () => {
  const remove = vi.fn();
  expect(scheduleToastRemoval(buildToast(true), remove)).toBeUndefined();
  expect(scheduleToastRemoval(null, remove)).toBeUndefined();
  scheduleToastRemoval(buildToast(false), remove)?.();
  vi.advanceTimersByTime(5_000_000);
  expect(remove).not.toHaveBeenCalled();
});
