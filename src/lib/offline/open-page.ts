const SOS_PATH = /^\/sos\/?$/i;
/** How long a page may take to begin to arrive before it is opened from this device instead, in milliseconds. */
const PAGE_TIMEOUT_MS = 4000;
/** Whoever needs help does not wait for a network, and the page is the same without one. */
const SOS_TIMEOUT_MS = 1000;

/** Returns whether a URL path is that of “Help me now”. */
export const isSosPage = (path: string): boolean => SOS_PATH.test(path);

/**
 * Resolves to the server's page; when it fails or does not begin to arrive in time, to what `findStored` finds on this
 * device, and where that is nothing, to the server's after all.
 */
export async function openPage(
  path: string,
  online: Promise<Response>,
  findStored: (path: string) => Promise<Response | undefined>,
): Promise<Response> {
  const settled = online.catch(() => undefined);
  const timeoutMs = isSosPage(path) ? SOS_TIMEOUT_MS : PAGE_TIMEOUT_MS;
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  return (await Promise.race([settled, timeout])) ?? (await findStored(path)) ?? online;
}
