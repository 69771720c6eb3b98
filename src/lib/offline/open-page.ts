import { isFromServer } from '#shared/rules/server-mark.ts';

const SOS_PATH = /^\/sos\/?$/i;
/** Pages that are the same without a network, for somebody who needs them now: they never wait for one. */
const AT_ONCE_PATH = /^\/(?:sos|breathe)\/?$/i;
/** How long a page may take to be there before it is opened from this device instead, in milliseconds. */
const PAGE_TIMEOUT_MS = 800;
/** The end of every document, by which one that was cut off on its way is known. */
const END = /<\/html>\s*$/i;

/** Returns whether a URL path is that of “Help me now”. */
export const isSosPage = (path: string): boolean => SOS_PATH.test(path);

/** Where pages are on this device. */
export interface StoredPages {
  /** Finds what opens a page without a network. */
  find: (path: string) => Promise<Response | undefined>;
  /** Gets the server's page whenever it comes. */
  keep?: (path: string, page: Response) => Promise<unknown>;
  /** Finds what is better than the browser's own page, where nothing opens the page and nothing answers. */
  findLast?: () => Promise<Response | undefined>;
}

/**
 * Resolves to the server's page if it is there in time, is the server's own and is whole; otherwise to what is stored on
 * this device. Where that is nothing, to whatever answers. “Help me now” and breathing come from this device first.
 */
export async function openPage(
  path: string,
  online: Promise<Response>,
  { find, keep = async () => {}, findLast = async () => undefined }: StoredPages,
): Promise<Response> {
  const received = online.then(receivePage);
  const valid = received.then(
    ({ page, isValid }) => {
      if (isValid) keep(path, page.clone()).catch(() => {});
      return isValid ? page : undefined;
    },
    () => undefined,
  );
  const isAtOnce = AT_ONCE_PATH.test(path);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS));
  const inTime = isAtOnce ? undefined : await Promise.race([valid, timeout]);
  const opened = inTime ?? (await find(path));
  if (opened) return opened;
  try {
    return (await received).page;
  } catch (error) {
    const last = await findLast();
    if (last) return last;
    throw error;
  }
}

/**
 * Receives a page to its end. It is valid when it is a whole document of the server, and not one that says that the
 * server can't be had.
 */
async function receivePage(response: Response): Promise<{ page: Response; isValid: boolean }> {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isDocument || !isFromServer(response) || response.status >= 500)
    return { page: response, isValid: false };
  const text = await response.text();
  const headers = new Headers(response.headers);
  // They speak of the bytes as they came.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const { status, statusText } = response;
  return { page: new Response(text, { status, statusText, headers }), isValid: END.test(text) };
}
