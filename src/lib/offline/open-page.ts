import { isReplyFromThisServer } from '#shared/rules/server-mark.ts';
import { logStorageFailure } from './log-failure.ts';

const SOS_PATH = /^\/sos\/?$/i;
/** Pages that are the same without a network, for a person who needs them now: they never wait for one. */
const AT_ONCE_PATH = /^\/(?:sos|breathe|flight)\/?$/i;
/** How long a page may take to be there before it is opened from this device instead, in milliseconds. */
const PAGE_TIMEOUT_MS = 600;
/** How long it may take after one that did not come: a bad network is one for more than a page. */
const SHORT_TIMEOUT_MS = 200;
/** How long a page that is not on this device is waited for, in milliseconds, where there is something to show instead. */
const LAST_TIMEOUT_MS = 15_000;
/** The end of every document, by which one that was cut off on its way is known. */
const END = /<\/html>\s*$/i;

/** Returns whether a URL path is that of “Help me now”. */
export const isSosPage = (path: string): boolean => SOS_PATH.test(path);

export interface StoredPageLocations {
  /** Finds what opens a page without a network. */
  find: (path: string) => Promise<Response | undefined>;
  /** Gets the server's page whenever it comes. */
  keep?: (path: string, page: Response) => Promise<unknown>;
  /** Finds what is better than the browser's own page, where nothing opens the page and nothing answers. */
  findLast?: () => Promise<Response | undefined>;
}

/** Creates the function that opens pages, which remembers whether the network brought the last one in time. */
export function createPageOpener() {
  let timeoutMs = PAGE_TIMEOUT_MS;

  /** Resolves to the server's page if it is its own, whole and in time. */
  async function findInTime(valid: Promise<Response | undefined>): Promise<Response | undefined> {
    const askedAt = Date.now();
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
    void valid.then((page) => {
      const isInTime = page !== undefined && Date.now() - askedAt <= PAGE_TIMEOUT_MS;
      timeoutMs = isInTime ? PAGE_TIMEOUT_MS : SHORT_TIMEOUT_MS;
    });
    const page = await Promise.race([valid, timeout]);
    if (!page) timeoutMs = SHORT_TIMEOUT_MS;
    return page;
  }

  /**
   * Resolves to the server's page if it is there in time, is the server's own and is whole; otherwise to what is stored on
   * this device. Where that is nothing, to whatever answers. “Help me now” and breathing come from this device first.
   */
  return async function openPage(
    path: string,
    online: Promise<Response>,
    { find, keep = async () => {}, findLast = async () => undefined }: StoredPageLocations,
  ): Promise<Response> {
    const received = online.then(receivePage);
    const valid = received.then(
      ({ page, isValid }) => {
        if (isValid)
          keep(path, page.clone()).catch((error: unknown) =>
            logStorageFailure('A page could not be kept', error),
          );
        return isValid ? page : undefined;
      },
      () => undefined,
    );
    const inTime = AT_ONCE_PATH.test(path) ? undefined : await findInTime(valid);
    const opened = inTime ?? (await find(path));
    if (opened) return opened;
    const silence = new Promise<null>((resolve) => setTimeout(resolve, LAST_TIMEOUT_MS, null));
    try {
      const found = await Promise.race([received, silence]);
      if (found) return found.page;
    } catch (error) {
      const last = await findLast();
      if (last) return last;
      throw error;
    }
    return (await findLast()) ?? (await received).page;
  };
}

/**
 * Receives a page to its end. It is valid when it is a whole document of the server, and not one that says that the
 * server can't be had.
 */
async function receivePage(response: Response): Promise<{ page: Response; isValid: boolean }> {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isDocument || !isReplyFromThisServer(response) || response.status >= 500)
    return { page: response, isValid: false };
  const text = await response.text();
  const headers = new Headers(response.headers);
  // They speak of the bytes as they came.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const { status, statusText } = response;
  return { page: new Response(text, { status, statusText, headers }), isValid: END.test(text) };
}
