import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BROWSER_FLAGS, findBrowser, PHONE_CONTEXT } from './launch.ts';

// A browser spoken to by the DevTools protocol alone. Playwright adds scripts of its own to each document, which take some
// 30 ms of a slow phone's processor while the document is created: too much where single tasks are measured.

type Parameters = Record<string, unknown>;
type Send = (method: string, params?: Parameters) => Promise<Parameters>;

interface Message {
  id?: number;
  method?: string;
  params?: Parameters;
  result?: Parameters;
  error?: { message: string };
}

export interface DevTools {
  send: Send;
  /** Opens an empty page of a phone; resolves to what sends it commands. */
  openPage: (context?: { browserContextId: unknown }) => Promise<Send>;
  /** Calls the listener at each event of this name, in place of the one before. */
  listen: (event: string, listener: (params: Parameters) => void) => void;
  waitFor: (event: string) => Promise<Parameters>;
  close: () => Promise<void>;
}

/** Resolves to the address that a starting browser prints. */
function readAddress(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    browser.stderr?.on('data', (chunk) => {
      text += String(chunk);
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    browser.once('exit', (code) => reject(new Error(`the browser ended with ${code}: ${text}`)));
  });
}

/**
 * Pages of a computer's address bar, some 100 scripts, which a browser loads while it starts and no phone has: they took
 * 200 ms of a start that is measured then.
 */
const ADDRESS_BAR_PAGES = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup';

/** Starts a browser without a window, with the profile in a folder. */
export async function startBrowser(profile: string): Promise<DevTools> {
  const browser = spawn(
    await findBrowser(),
    [
      ...[`--disable-features=${ADDRESS_BAR_PAGES}`, ...BROWSER_FLAGS],
      ...['--headless', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
      ...['--remote-debugging-port=0', `--user-data-dir=${profile}`],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  const socket = new WebSocket(await readAddress(browser));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, PromiseWithResolvers<Parameters>>();
  const listeners = new Map<string, (params: Parameters) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method = '', params = {}, result, error } = JSON.parse(String(data)) as Message;
    if (id === undefined) listeners.get(method)?.(params);
    else if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result ?? {});
  });
  let last = 0;
  const createSend =
    (sessionId?: unknown): Send =>
    (method, params = {}) => {
      const reply = Promise.withResolvers<Parameters>();
      waiting.set(++last, reply);
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      return reply.promise;
    };
  const send = createSend();
  const listen: DevTools['listen'] = (event, listener) => void listeners.set(event, listener);
  return {
    send,
    async openPage(context) {
      const blank = { url: 'about:blank', ...context };
      const { targetId } = await send('Target.createTarget', blank);
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const own = createSend(sessionId);
      await own('Page.enable');
      await own('Network.enable');
      const screen = { ...PHONE_CONTEXT.viewport, deviceScaleFactor: 1, mobile: true };
      await own('Emulation.setDeviceMetricsOverride', screen);
      await own('Emulation.setLocaleOverride', { locale: PHONE_CONTEXT.locale });
      await own('Emulation.setTimezoneOverride', { timezoneId: PHONE_CONTEXT.timezoneId });
      return own;
    },
    listen,
    waitFor: (event) => new Promise((resolve) => listen(event, resolve)),
    close: async () => {
      browser.kill();
      await ended;
    },
  };
}
