import { createPartialResponse } from 'workbox-range-requests';
import {
  handleReminderPress,
  buildReminderNotificationOptions,
  type ReminderMessage,
} from '#web/features/reminders/engine/notification.ts';
import { createAppRepair } from '#web/lib/offline/app-repair.ts';
import { RECORDINGS_CACHE } from '#web/lib/offline/cache-names.ts';
import {
  type CachedFile,
  downloadMissingAppFiles,
  deleteCachedFilesExcept,
  APP_FILES_CACHE,
  findCachedFile,
  findStartableDocument,
  isAnyAppFileCached,
  verifyOrDiscardFile,
  hasFixedUrl,
} from '#web/lib/offline/file-cache.ts';
import { fetchWithTimeout, PAGE_FILE_TIMEOUT_MS } from '#web/lib/offline/fetch-with-timeout.ts';
import { buildKeptDocumentResponse } from '#web/lib/offline/kept-document-response.ts';
import { createOnUseFileCache } from '#web/lib/offline/later-files.ts';
import { createPageOpener, isSosPage } from '#web/lib/offline/open-page.ts';
import {
  findPublicDocumentOrArticleList,
  storeVisitorsPublicDocument,
  fetchAndStorePublicDocuments,
} from '#web/lib/offline/public-documents.ts';
import {
  buildWorkerRoutes,
  isAppPage,
  isKeptPublicDocument,
} from '#web/lib/offline/worker-routes.ts';
import {
  finishSignOutAndCheckIfNoneLeft,
  requestPageDocument,
} from '#web/lib/offline/unfinished-sign-out.ts';
import { sendUnsentWritesFromServiceWorker } from '#web/lib/sync/background-sync.ts';

// The service worker: keeps the app's files on the device, and opens the app when the network does not. What it keeps is
// the same for every person: documents and replies with a person's data never pass through a cache of its own.

declare const self: ServiceWorkerGlobalScope;

// What TypeScript's library has not got, because only some browsers have it.
declare global {
  /** Static Routing API: routes that the browser follows without asking the worker; only while it is being installed. */
  interface ExtendableEvent {
    addRoutes?: (routes: readonly object[]) => Promise<void>;
  }
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string;
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
  }
}

/** A file to keep; `when`: at every person's first visit, words of another language last, or at a later visit. */
interface AppFile extends CachedFile {
  when: 'first' | 'en' | 'fr' | 'later';
}
/** The files to keep, filled in by scripts/build-service-worker.ts. */
declare const PRECACHED_FILES: AppFile[];
/** The document of “Help me now” in each language, and its scripts; filled in likewise. */
declare const SOS_DOCUMENTS: Partial<Record<string, string>>;
declare const SOS_SCRIPTS: string[];

/** The document of the app without personal data. */
const APP_DOCUMENT = '/offline.html';
/** How long a page may try things without a network at the most, in milliseconds. */
const OFFLINE_CHECK_MS = 120_000;

/** The language of the page that registered it. */
const language = new URL(location.href).searchParams.get('language');
const isForNow = ({ when }: AppFile) => when === 'first' || when === language;
/** Once, because the build puts the whole list wherever its name stands. */
const files = PRECACHED_FILES;
const filesForNow = files.filter(isForNow);
/** What “Help me now”, help and articles need, for a person without a pass. */
const filesForHelp = filesForNow.filter(
  ({ url }) =>
    /\.(?:css|woff2)$|^\/(?:first\.js|icon\.svg)$/.test(url) ||
    SOS_SCRIPTS.includes(url) ||
    Object.values(SOS_DOCUMENTS).includes(url),
);
const filesByUrl = new Map(filesForNow.map((file) => [file.url, file]));
const filesForLater = files.filter((file) => !isForNow(file));
/** Those that are kept once they are used, or at a later visit. */
const laterFiles = createOnUseFileCache(filesForLater);
const appRepair = createAppRepair({
  files: filesForNow,
  filesForHelp,
  afterRepair: laterFiles.deleteOthers,
  listPages: () => self.clients.matchAll({ type: 'window' }),
});
const wordUrls = filesForLater.filter(({ when }) => when !== 'later').map(({ url }) => url);

self.addEventListener('install', (event) => {
  const install = async () => {
    await downloadMissingAppFiles(
      (await isAnyAppFileCached(filesForHelp)) ? filesForNow : filesForHelp,
    );
    const requested = filesForNow.filter((file) => file.revision === null || hasFixedUrl(file));
    const routes = buildWorkerRoutes(
      requested.map(({ url }) => url),
      APP_FILES_CACHE,
    );
    // Where they are refused, this worker answers for all of it.
    await event.addRoutes?.(routes).catch(() => {});
    // A new version has what the former one had, or an update would take something away from a person without a network.
    if (await laterFiles.isAnyKept()) await laterFiles.keepAll();
  };
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  // The first page is served by it at once; later versions wait until no page of the former is open.
  const preload = self.registration.navigationPreload?.enable();
  const tidy = deleteOutdated().then(() => appRepair.repairKept());
  event.waitUntil(Promise.all([self.clients.claim(), preload, tidy, keepOpenPages()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isRefused = (offlineChecks.get(event.clientId) ?? 0) > Date.now();
  if (request.mode === 'navigate') {
    if (!isAppPage(pathname)) return;
    event.respondWith(answerNavigation(event));
    if (!isKeptPublicDocument(pathname)) appRepair.addOpened(event.resultingClientId);
    // Not when a page asks for it alone: with a script that came wrong it cannot.
    event.waitUntil(appRepair.repairLater());
  } else if (pathname.startsWith('/media/')) event.respondWith(openRecording(request, isRefused));
  else if (filesByUrl.has(pathname)) event.respondWith(openFile(request, isRefused));
  else if (laterFiles.has(pathname)) event.respondWith(laterFiles.open(pathname, isRefused));
  else if (isRefused) event.respondWith(Promise.resolve(Response.error()));
});

self.addEventListener('sync', (event) => {
  if (event.tag === 'envol-writes')
    event.waitUntil(
      finishSignOutAndCheckIfNoneLeft().then((isDone) =>
        isDone ? sendUnsentWritesFromServiceWorker() : undefined,
      ),
    );
});

self.addEventListener('push', (event) => {
  const reminder = event.data?.json() as ReminderMessage | undefined;
  if (!reminder) return;
  const { title } = reminder;
  event.waitUntil(
    self.registration.showNotification(title, buildReminderNotificationOptions(reminder)),
  );
});

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(handleReminderPress(notification.data, action, self.clients));
});

self.addEventListener('message', (event) => {
  const { data, ports, source } = event;
  if (data === 'started') appRepair.removeOpened(getClientId(source));
  if (data === 'take-over') event.waitUntil(takeOver(ports[0]));
  if (data === 'keep-words') event.waitUntil(laterFiles.keep(wordUrls));
  if (data === 'keep-rest') event.waitUntil(laterFiles.keepAll());
  // What the first page loaded before there was a worker: the browser has it, so that it costs nothing.
  if (Array.isArray(data)) event.waitUntil(laterFiles.keep(data.map(String)));
  if (data === 'keep-app' || data === 'mend-app')
    event.waitUntil(answerWhetherWhole(ports[0], data === 'mend-app'));
  if (data === 'rehearse') event.waitUntil(beginOfflineCheck(getClientId(source), ports[0]));
  if (data === 'rehearsal-over') {
    offlineChecks.delete(getClientId(source));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
    ports[0]?.postMessage(true);
  }
});

const getClientId = (source: ExtendableMessageEvent['source']): string =>
  source instanceof Client ? source.id : '';

/** Keeps the help and the articles that are open at the first visit, before this worker answers. */
async function keepOpenPages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await fetchAndStorePublicDocuments(pages.map(({ url }) => url));
}

/**
 * Answers whether the app is whole, after mending it; `thoroughly`, for a flight: with what few people open, which then is
 * kept too, as the pages of the flight itself.
 */
async function answerWhetherWhole(answer: MessagePort | undefined, thoroughly: boolean) {
  const isNowWhole = await appRepair.repair(filesForNow, thoroughly);
  if (thoroughly) await laterFiles.keepAll();
  const isWhole = isNowWhole && (!thoroughly || (await laterFiles.areAllKept()));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
  answer?.postMessage(isWhole);
}

const openPage = createPageOpener();

/** The pages that try how it is without a network, and until when (epoch milliseconds). */
const offlineChecks = new Map<string, number>();

/** Refuses a page the network from now on, and answers whether every file of the app is there. */
async function beginOfflineCheck(page: string, answer: MessagePort | undefined): Promise<void> {
  offlineChecks.set(page, Date.now() + OFFLINE_CHECK_MS);
  const found = await Promise.all([
    ...filesForNow.map(verifyOrDiscardFile),
    laterFiles.areAllKept(),
  ]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
  answer?.postMessage(!found.includes(false));
}

/** Answers with a downloaded recording, or the part of it that is asked for (an iPhone plays nothing else). */
async function openRecording(request: Request, isRefused: boolean): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(RECORDINGS_CACHE);
  const kept = await cache.match(pathname);
  if (!kept) return isRefused ? Response.error() : fetch(request);
  return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
}

/** Replaces the former version where only one page is open; of several, none may lose its files. */
async function takeOver(answer: MessagePort | undefined): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isTaken = pages.length <= 1;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
  answer?.postMessage(isTaken);
  if (isTaken) await self.skipWaiting();
}

/** Answers with the server's page; when it does not come, or something else does, with the app as it is kept. */
function answerNavigation(event: FetchEvent): Promise<Response> {
  const { preloadResponse, request } = event;
  const online = requestPageDocument(preloadResponse, request);
  // What it failed with is dealt with where the page is opened.
  event.waitUntil(online.catch(() => {}));
  // Even a document that stays blank opens itself again once its scripts have come.
  const { pathname } = new URL(request.url);
  const build = (found: Response | undefined) =>
    found && buildKeptDocumentResponse(found, pathname);
  const findLast = async () =>
    build((await findSos()) ?? (await findCachedFile(filesByUrl.get(APP_DOCUMENT))));
  const find = async () => build(await findKeptPage(pathname));
  return openPage(pathname, online, { find, keep: storeVisitorsPublicDocument, findLast });
}

/**
 * Finds the kept document that opens a page: the app's, where it can start, else the page itself; “Help me now” has its own in
 * each language.
 */
async function findKeptPage(pathname: string): Promise<Response | undefined> {
  const app = await findStartableDocument(filesByUrl.get(APP_DOCUMENT), language);
  const document = await findPublicDocumentOrArticleList(pathname);
  if (isSosPage(pathname)) return (app ? undefined : document) ?? findSos();
  // The app shows these pages by a script that is kept later than what it starts with.
  const isOfApp = app && (!document || (await laterFiles.areAllKept()));
  return isOfApp ? app : document;
}

/** Finds the kept document of “Help me now”, in another language for want of that of the pages. */
async function findSos(): Promise<Response | undefined> {
  for (const name of [SOS_DOCUMENTS[await readLanguage()], ...Object.values(SOS_DOCUMENTS)]) {
    const found = name === undefined ? undefined : await caches.match(name);
    if (found) return found;
  }
  return undefined;
}

/** Reads the language that the pages are in; where a worker may not read cookies, that of the first visit. */
async function readLanguage(): Promise<string> {
  const chosen = await self.cookieStore?.get('envol_lang').catch(() => null);
  return chosen?.value ?? language ?? '';
}

/** Answers with a kept file: a new version of the app brings its own. */
async function openFile(request: Request, isRefused: boolean): Promise<Response> {
  const kept = await findCachedFile(filesByUrl.get(new URL(request.url).pathname));
  return (
    kept ??
    (isRefused
      ? Response.error()
      : fetchWithTimeout(request, {}, { answerMs: PAGE_FILE_TIMEOUT_MS }))
  );
}

/** Deletes what an earlier version kept. Names of what is kept later change with their content. */
async function deleteOutdated(): Promise<void> {
  await deleteCachedFilesExcept(filesForNow);
  await laterFiles.deleteOthers();
}
