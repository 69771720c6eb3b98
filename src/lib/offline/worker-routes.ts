// What the browser decides without waiting for the service worker to start (Static Routing API, where there is one).

/** The first part of addresses that are not pages of the app: documents of their own, and files. */
const OTHER_PARTS = ['api', 'media', 'health', 'ready', 'network', 'assets'];
const OTHER_PATHS = new RegExp(`^/(?:${OTHER_PARTS.join('|')})(?:/|$)|\\.[a-z]+$`, 'i');

/**
 * Returns whether the service worker treats a URL path as a page of the app: every path that `OTHER_PATHS` does not
 * match, so also an unknown one.
 */
export const isAppPage = (path: string): boolean => !OTHER_PATHS.test(path);

/** Files that every document names and nothing without a network needs. */
const ONLINE_FILES = ['/early-presses.js', '/:language.webmanifest'];

/**
 * Builds the routes of the worker: `files` come from the cache of that name. The first route that matches is followed.
 * A page is left to the worker, which knows whether an answer is the server's; it is requested while the worker starts
 * (navigation preload).
 */
export const buildWorkerRoutes = (files: readonly string[], cacheName: string): object[] => [
  { condition: matchAny(files), source: { cacheName } },
  { condition: matchAny(ONLINE_FILES), source: 'network' },
  ...OTHER_PARTS.map((part) => ({
    condition: { requestMode: 'navigate', urlPattern: { pathname: `/${part}{/*}?` } },
    source: 'network',
  })),
];

const matchAny = (paths: readonly string[]) => ({
  or: paths.map((pathname) => ({ urlPattern: { pathname } })),
});

/** Pages that are the same for every reader, and read without the app. */
const PUBLIC_PATHS = /^\/(?:sos|tonight|help|read(?:\/[\w-]+)?)\/?$/i;

/** Returns whether a URL path is a public page that stays on the device once opened: help, the night before, and articles. */
export const isKeptPublicDocument = (path: string): boolean => PUBLIC_PATHS.test(path);
