import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForAppUpdate } from './update.ts';

/** What is used of a service worker's registration. */
class Registration extends EventTarget {
  installing: EventTarget | null = null;
  waiting: EventTarget | null = null;
  /** Ends the installation, as the browser tells it. */
  finish() {
    this.waiting = this.installing;
    this.installing = null;
    this.waiting?.dispatchEvent(new Event('statechange'));
  }
}
let registration = new Registration();
let told: unknown[] = [];
let stop = () => {};

beforeEach(() => {
  registration = new Registration();
  told = [];
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: {}, getRegistration: async () => registration },
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

async function watch(): Promise<void> {
  stop = watchForAppUpdate((worker) => told.push(worker));
  await Promise.resolve();
}

it('a new version that waits already is told of', async () => {
  registration.waiting = new EventTarget();
  await watch();
  expect(told).toEqual([registration.waiting]);
});

it('a new version that comes while the app is open is told of once it is installed', async () => {
  await watch();
  registration.installing = new EventTarget();
  registration.dispatchEvent(new Event('updatefound'));
  expect(told).toEqual([]);
  registration.finish();
  expect(told).toEqual([registration.waiting]);
});

it('a new version whose installation began before the page watched is told of too', async () => {
  registration.installing = new EventTarget();
  await watch();
  registration.finish();
  expect(told).toEqual([registration.waiting]);
});
