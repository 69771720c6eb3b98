import { isReplyFromThisServer } from '#shared/rules/server-mark.ts';
import { fetchWithTimeout } from './fetch-with-timeout.ts';
import { isKeptPublicDocument } from './worker-routes.ts';

// Help and articles stay on the device that has opened them, signed in or not.

const CACHE = 'envol-documents';

const getKey = (path: string) => path.toLowerCase().replace(/\/$/, '');

/**
 * Stores a public page of the server. One with a person's data, which nothing may store, is left out: the page as a visitor
 * gets it is stored in its place, for a device without a pass and so without the whole app.
 */
export async function storeVisitorsPublicDocument(path: string, page: Response): Promise<void> {
  if (!isKeptPublicDocument(path) || page.status !== 200 || !isReplyFromThisServer(page)) return;
  if (mayBeStored(page)) return put(path, page);
  const language = /<html lang="(\w+)"/.exec(await page.text())?.[1] ?? '';
  const visitors = await fetchWithTimeout(`${path}?lang=${language}`, { credentials: 'omit' });
  if (visitors.status === 200 && isReplyFromThisServer(visitors) && mayBeStored(visitors))
    await put(path, visitors);
}

const mayBeStored = ({ headers }: Response) =>
  !(headers.get('cache-control') ?? 'no-store').includes('no-store');

const put = async (path: string, page: Response) =>
  (await caches.open(CACHE)).put(getKey(path), page);

/** Finds a stored public page; for an article that was never opened, the list of articles. */
export async function findPublicDocumentOrArticleList(path: string): Promise<Response | undefined> {
  if (!isKeptPublicDocument(path)) return undefined;
  const cache = await caches.open(CACHE);
  const found = await cache.match(getKey(path));
  return found ?? (getKey(path).startsWith('/read') ? cache.match('/read') : undefined);
}

/** Fetches and stores the public pages among these addresses: those that were opened before there was a worker. */
export async function fetchAndStorePublicDocuments(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const { pathname } = new URL(address);
    if (isKeptPublicDocument(pathname))
      await fetchWithTimeout(pathname).then(
        (page) => storeVisitorsPublicDocument(pathname, page),
        // It is kept when it is opened next.
        () => {},
      );
  }
}
