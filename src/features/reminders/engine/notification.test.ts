import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleReminderPress, type ReminderWindow, type ReminderWindows } from './notification.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';

const REMINDER = { page: '/plan', token: 'the-token' };
const done: string[] = [];
let isReached = true;

beforeEach(() => {
  done.length = 0;
  isReached = true;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isReached) throw new TypeError('unreached');
    return buildServerReply(url);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const createWindows = (...open: ReminderWindow[]): ReminderWindows => ({
  matchAll: async () => open,
  openWindow: async (page) => done.push(`new ${page}`),
});
/** A window in which the app runs, or something else. */
const createWindow = (isApp: boolean): ReminderWindow => ({
  focus: async () => done.push('focus'),
  navigate: async (page) => done.push(`load ${page}`),
  postMessage: (message, [port]) => {
    if (!isApp) return;
    done.push(`go ${(message as { open: string }).open}`);
    port?.postMessage(true);
  },
});

it('a reminder opens its page in a new window where none is open', async () => {
  await handleReminderPress(REMINDER, '', createWindows());
  expect(done).toEqual(['new /plan']);
});

it('a reminder brings the window that was used last to its page, where what plays goes on', async () => {
  await handleReminderPress(REMINDER, '', createWindows(createWindow(true), createWindow(false)));
  expect(done).toEqual(['focus', 'go /plan']);
});

it('a window in which the app does not run loads the page of a reminder', async () => {
  vi.useFakeTimers();
  const answered = handleReminderPress(REMINDER, '', createWindows(createWindow(false)));
  await vi.runAllTimersAsync();
  await answered;
  expect(done).toEqual(['focus', 'load /plan']);
});

it('a window that cannot be brought to the front leaves the page of a reminder to a new one', async () => {
  const locked = { ...createWindow(true), focus: () => Promise.reject(new Error('no press')) };
  await handleReminderPress(REMINDER, '', createWindows(locked));
  expect(done).toEqual(['new /plan']);
});

it('reminders end without a window, unless the server is not reached', async () => {
  await handleReminderPress(REMINDER, 'end', createWindows(createWindow(true)));
  expect(done).toEqual([]);
  isReached = false;
  await handleReminderPress(REMINDER, 'end', createWindows(createWindow(true)));
  expect(done).toEqual(['focus', 'go /reminders#end/the-token']);
});
