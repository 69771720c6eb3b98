import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// A browser spoken to by the DevTools protocol alone. Playwright adds scripts of its own to each document, which take some
// 30 ms of a slow phone's processor while the document is created: too much where single tasks are measured.

type Parameters = Record<string, unknown>;

interface Message {
  id?: number;
  method?: string;
  params?: Parameters;
  result?: Parameters;
  error?: { message: string };
}

/** A browser, or one of its pages by `sessionId`. */
export interface DevTools {
  /** Sends a command; resolves to its result, rejects with the browser's message. */
  send: (method: string, params?: Parameters, sessionId?: string) => Promise<Parameters>;
  /** Calls the listener at each event of this name, in place of the former one. */
  listen: (event: string, listener: (params: Parameters) => void) => void;
  /** Resolves to the next event of this name. */
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

/** Starts a browser without a window, with the profile in a folder; without one with an empty profile, deleted at the end. */
export async function startBrowser(executablePath: string, folder?: string): Promise<DevTools> {
  const profile = folder ?? (await mkdtemp(path.join(tmpdir(), 'envol-browser-')));
  const flags = [
    `--disable-features=${ADDRESS_BAR_PAGES}`,
    ...['--headless', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    ...['--disable-background-networking', '--disable-component-update'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--remote-debugging-port=0', `--user-data-dir=${profile}`],
  ];
  const browser = spawn(executablePath, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
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
  const listen: DevTools['listen'] = (event, listener) => void listeners.set(event, listener);
  return {
    send: (method, params = {}, sessionId) => {
      const reply = Promise.withResolvers<Parameters>();
      waiting.set(++last, reply);
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      return reply.promise;
    },
    listen,
    waitFor: (event) => new Promise((resolve) => listen(event, resolve)),
    close: async () => {
      browser.kill();
      await ended;
      if (folder === undefined) await rm(profile, { recursive: true, force: true });
    },
  };
}
