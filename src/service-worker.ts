import { createPartialResponse } from 'workbox-range-requests';
import { RECORDINGS_CACHE } from '#web/features/downloads/store.ts';
import {
  answerReminder,
  buildNotification,
  type OpenWindow,
  type Reminder,
} from '#web/features/reminders/engine/notification.ts';
import {
  type CachedFile,
  cacheFiles,
  deleteOtherFiles,
  FILE_CACHE,
  findFile,
  isRequestedByName,
} from '#web/lib/offline/file-cache.ts';
import { isSosPage, openPage } from '#web/lib/offline/open-page.ts';
import { buildWorkerRoutes, isAppPage } from '#web/lib/offline/worker-routes.ts';
import { sendInBackground } from '#web/lib/sync/background-sync.ts';

// The service worker: keeps the app's files on the device, and opens the app when the network does not. What it keeps is
// the same for everybody: documents and replies with somebody's data never pass through a cache of its own.

interface LifeEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
/** Routes that the browser follows without asking the worker (Static Routing API); undefined where there are none. */
interface InstallEvent extends LifeEvent {
  addRoutes?: (routes: readonly object[]) => Promise<void>;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  /** The page that asks. */
  clientId: string;
  /** The reply to a navigation that the browser requested while this worker was starting; undefined without one. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
interface SyncEvent extends LifeEvent {
  tag: string;
}
interface PushEvent extends LifeEvent {
  data: { json: () => unknown } | null;
}
interface PressEvent extends LifeEvent {
  action: string;
  notification: { close: () => void; data: Pick<Reminder, 'page' | 'token'> };
}
interface MessageFromPage extends LifeEvent {
  data: unknown;
  source: { id: string } | null;
  ports: readonly MessagePort[];
}
/** What is used of ServiceWorkerGlobalScope, whose types can't be loaded beside those of pages. */
interface Worker {
  registration: {
    navigationPreload?: { enable: () => Promise<void> };
    showNotification: (title: string, options: object) => Promise<void>;
  };
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: object) => Promise<readonly OpenWindow[]>;
    openWindow: (page: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> };
  addEventListener: ((type: 'install', listener: (event: InstallEvent) => void) => void) &
    ((type: 'activate', listener: (event: LifeEvent) => void) => void) &
    ((type: 'fetch', listener: (event: RequestEvent) => void) => void) &
    ((type: 'sync', listener: (event: SyncEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: PressEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageFromPage) => void) => void);
}

/** A file to keep; `when`: at the first visit of everybody, words of another language last, or at a later visit. */
interface AppFile extends CachedFile {
  when: 'first' | 'en' | 'fr' | 'later';
}
/** The files to keep, filled in by scripts/build-service-worker.ts. */
declare const PRECACHED_FILES: AppFile[];
/** The document of “Help me now” in each language, which needs no script; filled in likewise. */
declare const SOS_DOCUMENTS: Partial<Record<string, string>>;

const worker = globalThis as unknown as Worker;
/** The document of the app without anybody's data. */
const APP_DOCUMENT = '/offline.html';
/** How long a page may rehearse without a network at the most, in milliseconds. */
const REHEARSAL_MS = 120_000;

/** The language of whoever registered it; null for a registration of an earlier version, which kept both. */
const language = new URL(location.href).searchParams.get('language');
const isForNow = ({ when }: AppFile) =>
  when === 'first' || when === language || (language === null && when !== 'later');
/** Once, because the build puts the whole list wherever its name stands. */
const files = PRECACHED_FILES;
const filesForNow = files.filter(isForNow);
const filesByUrl = new Map(filesForNow.map((file) => [file.url, file]));
const filesForLater = files.filter((file) => !isForNow(file));
const laterUrls = new Set(filesForLater.map(({ url }) => url));
const wordUrls = filesForLater.filter(({ when }) => when !== 'later').map(({ url }) => url);
/** Holds the files that are kept once they are used, or at a later visit. */
const LATER_CACHE = 'envol-later-files';

worker.addEventListener('install', (event) => {
  const install = async () => {
    await cacheFiles(filesForNow);
    const requested = filesForNow.filter(
      (file) => file.revision === null || isRequestedByName(file),
    );
    const routes = buildWorkerRoutes(
      requested.map(({ url }) => url),
      FILE_CACHE,
    );
    // Where they are refused, this worker answers for all of it.
    await event.addRoutes?.(routes).catch(() => {});
    // A new version has what the former one had, or an update would take something away from whoever has no network then.
    if (await caches.has(LATER_CACHE)) await cacheLaterFiles(laterUrls);
  };
  event.waitUntil(install());
});

worker.addEventListener('activate', (event) => {
  // The first page is served by it at once; later versions wait until no page of the former is open.
  const preload = worker.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([worker.clients.claim(), preload, deleteOutdated()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isRefused = (rehearsals.get(event.clientId) ?? 0) > Date.now();
  if (request.mode === 'navigate') {
    if (isAppPage(pathname)) event.respondWith(answerNavigation(event));
  } else if (pathname.startsWith('/media/')) event.respondWith(openRecording(request, isRefused));
  else if (filesByUrl.has(pathname)) event.respondWith(openFile(request, isRefused));
  else if (laterUrls.has(pathname)) event.respondWith(openLaterFile(pathname, isRefused));
  else if (isRefused) event.respondWith(Promise.resolve(Response.error()));
});

worker.addEventListener('sync', (event) => {
  if (event.tag === 'envol-writes') event.waitUntil(sendInBackground());
});

worker.addEventListener('push', (event) => {
  const reminder = event.data?.json() as Reminder | undefined;
  if (!reminder) return;
  const { title } = reminder;
  event.waitUntil(worker.registration.showNotification(title, buildNotification(reminder)));
});

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(answerReminder(notification.data, action, worker.clients));
});

worker.addEventListener('message', (event) => {
  const { data, ports, source } = event;
  if (data === 'take-over') event.waitUntil(takeOver(ports[0]));
  if (data === 'keep-words') event.waitUntil(cacheLaterFiles(wordUrls));
  if (data === 'keep-rest') event.waitUntil(cacheLaterFiles(laterUrls));
  // What the first page loaded before there was a worker: the browser has it, so that it costs nothing.
  if (Array.isArray(data)) event.waitUntil(cacheLaterFiles(data.map(String)));
  if (data === 'rehearse') event.waitUntil(beginRehearsal(source?.id ?? '', ports[0]));
  if (data === 'rehearsal-over') {
    rehearsals.delete(source?.id ?? '');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
    ports[0]?.postMessage(true);
  }
});

/** The pages that try how it is without a network, and until when (epoch milliseconds). */
const rehearsals = new Map<string, number>();

/** Refuses a page the network from now on, and answers whether every file of the app is there. */
async function beginRehearsal(page: string, answer: MessagePort | undefined): Promise<void> {
  rehearsals.set(page, Date.now() + REHEARSAL_MS);
  const found = await Promise.all(filesForNow.map(findFile));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
  answer?.postMessage(found.every((file) => file?.ok));
}

/** Answers with a downloaded recording, or the part of it that is asked for (an iPhone plays nothing else). */
async function openRecording(request: Request, isRefused: boolean): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(RECORDINGS_CACHE);
  const kept = await cache.match(pathname);
  if (!kept) return isRefused ? Response.error() : fetch(request);
  return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
}

/** Replaces the former version, as its one page wishes; while it has several, none of them loses its files. */
async function takeOver(answer: MessagePort | undefined): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isTaken = pages.length <= 1;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
  answer?.postMessage(isTaken);
  if (isTaken) await worker.skipWaiting();
}

/** Answers with the server's page; when it does not come, or something else does, with the app as it is kept. */
function answerNavigation(event: RequestEvent): Promise<Response> {
  const { preloadResponse, request } = event;
  const online = Promise.resolve(preloadResponse).then((response) => response ?? fetch(request));
  event.waitUntil(online.catch(() => {}));
  return openPage(new URL(request.url).pathname, online, findKeptPage);
}

/** Finds the kept document that opens a page: “Help me now” has its own in each language, all other pages are the app's. */
async function findKeptPage(pathname: string): Promise<Response | undefined> {
  const sos = isSosPage(pathname) ? SOS_DOCUMENTS[await readLanguage()] : undefined;
  const own = sos === undefined ? undefined : await caches.match(sos);
  return own ?? findFile(filesByUrl.get(APP_DOCUMENT));
}

/** Reads the language that the pages are in; where a worker may not read cookies, that of the first visit. */
async function readLanguage(): Promise<string> {
  const chosen = await worker.cookieStore?.get('envol_lang').catch(() => null);
  return chosen?.value ?? language ?? '';
}

/** Answers with a kept file: a new version of the app brings its own. */
async function openFile(request: Request, isRefused: boolean): Promise<Response> {
  const kept = await findFile(filesByUrl.get(new URL(request.url).pathname));
  return kept ?? (isRefused ? Response.error() : fetch(request));
}

/** Keeps those of these files that are kept later and are not there yet, one after another. */
async function cacheLaterFiles(urls: Iterable<string>): Promise<void> {
  const cache = await caches.open(LATER_CACHE);
  for (const url of urls) {
    if (!laterUrls.has(url) || (await cache.match(url))) continue;
    // What can't be had now is kept when it is used, or at the next visit.
    await cache.add(url).catch(() => {});
  }
}

/** Answers with a file that is kept from its first use on. */
async function openLaterFile(url: string, isRefused: boolean): Promise<Response> {
  const cache = await caches.open(LATER_CACHE);
  const kept = await cache.match(url);
  if (kept || isRefused) return kept ?? Response.error();
  const response = await fetch(url);
  if (response.ok) await cache.put(url, response.clone()).catch(() => {});
  return response;
}

/** Deletes what an earlier version kept. Names of what is kept later change with their content. */
async function deleteOutdated(): Promise<void> {
  await deleteOtherFiles(filesForNow);
  if (!(await caches.has(LATER_CACHE))) return;
  const cache = await caches.open(LATER_CACHE);
  for (const { url } of await cache.keys())
    if (!laterUrls.has(new URL(url).pathname)) await cache.delete(url);
}
