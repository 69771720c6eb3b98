import { isReplyFromThisServer } from '#shared/rules/server-mark.ts';
import { fetchWithTimeout } from '#web/lib/offline/fetch-with-timeout.ts';

// What the service worker does with reminders: shows them, and answers the presses.

/** What the server sends to be shown (server/features/reminders/writes.ts). */
export interface ReminderMessage {
  title: string;
  body: string;
  end: string;
  page: string;
  token: string;
}

/** What is used of WindowClient and Clients, so that tests can stand in for them. */
export interface ReminderWindow {
  focus: () => Promise<unknown>;
  navigate: (page: string) => Promise<unknown>;
  postMessage: (message: unknown, transfer: MessagePort[]) => void;
}
export interface ReminderWindows {
  /** Returns the windows that this version of the service worker controls, the one used last first. */
  matchAll: (which: { type: 'window' }) => Promise<readonly ReminderWindow[]>;
  openWindow: (page: string) => Promise<unknown>;
}

/** How long an open window may take to open a page by itself, in milliseconds. */
const WINDOW_TIMEOUT_MS = 1000;

/** Returns the options with which a reminder is shown: with a button that ends them all. */
export const buildReminderNotificationOptions = ({ body, end, page, token }: ReminderMessage) => ({
  body,
  icon: '/icon-192.png',
  // One at a time: a later one takes the place of one that was not looked at.
  tag: 'reminder',
  data: { page, token },
  actions: [{ action: 'end', title: end }],
});

/**
 * Answers a press on a reminder: by the button `end` all of them end, any other press opens the page and tells the server.
 * Never rejects for want of a network.
 */
export async function handleReminderPress(
  { page, token }: Pick<ReminderMessage, 'page' | 'token'>,
  action: string,
  windows: ReminderWindows,
): Promise<void> {
  /** Resolves to whether the server took it. */
  const tell = async (what: 'end' | 'opened') => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ token }) };
    const reply = await fetchWithTimeout(`/api/reminders/${what}`, request).catch(() => null);
    return reply?.ok === true && isReplyFromThisServer(reply);
  };
  // Without a network one that was opened counts as unopened. An end that failed is said by the page, and tried again there.
  if (action !== 'end') await Promise.all([tell('opened'), showPage(page, windows)]);
  else if (!(await tell('end'))) await showPage(`/reminders#end/${token}`, windows);
}

/** Shows a page in the window that was used last; in a new one where none is open or can be brought to the front. */
async function showPage(page: string, windows: ReminderWindows): Promise<void> {
  try {
    const [open] = await windows.matchAll({ type: 'window' });
    if (!open) throw new Error('no window is open');
    await open.focus();
    // Loaded anew, it would end what plays in it.
    if (!(await askWindowToOpen(open, page))) await open.navigate(page);
  } catch {
    await windows.openWindow(page);
  }
}

/** Asks a window to go to a page by itself; resolves to whether it does, false where the app does not run in it. */
function askWindowToOpen(open: ReminderWindow, page: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), WINDOW_TIMEOUT_MS);
    port1.addEventListener('message', () => {
      clearTimeout(timeout);
      resolve(true);
    });
    port1.start();
    open.postMessage({ open: page }, [port2]);
  }).finally(() => port1.close()) as Promise<boolean>;
}
