import { isReplyFromThisServer } from '#shared/rules/server-mark.ts';
import { fetchWithTimeout } from './fetch-with-timeout.ts';

// A sign-out without a network: this device is emptied at once, and the server, which alone can end the sign-in, hears of it
// as soon as it is reached, before a person's page is shown. For pages and the service worker.

/** That this cache exists says that a sign-out is to be finished: a mark that both can read. */
const MARK = 'envol-sign-out';

/** Remembers that the sign-in of this browser is to be ended on the server. */
export async function recordUnfinishedSignOut(): Promise<void> {
  await caches.open(MARK);
}

const isSignOutDue = (): Promise<boolean> => caches.has(MARK);

/** Ends the sign-in on the server if that is to be done. Resolves to whether nothing is left to do. */
export async function finishSignOutAndCheckIfNoneLeft(): Promise<boolean> {
  if (!(await isSignOutDue())) return true;
  try {
    const answer = await fetchWithTimeout('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      redirect: 'manual',
    });
    // Any word of the server but a failure of its own: a sign-in that has ended is no more than that.
    if (!isReplyFromThisServer(answer) || answer.status >= 500 || answer.status === 429)
      return false;
    await caches.delete(MARK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Requests the server's page, which the browser may have done already (`preloaded`); not as a person who has signed out
 * meanwhile.
 * @throws while that is to be finished, and where the server is not reached.
 */
export async function requestPageDocument(
  preloaded: Promise<Response | undefined>,
  request: Request,
): Promise<Response> {
  if (!(await isSignOutDue())) return (await preloaded) ?? fetch(request);
  if (!(await finishSignOutAndCheckIfNoneLeft())) throw new Error('the server is not reached');
  return fetch(request);
}
