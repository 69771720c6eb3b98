import { now } from '#web/lib/clock.ts';
import { refetchStoredReply, listDailyReplyUrls } from './cache-pages.ts';
import { isRequestedSince } from './offline-fallback.ts';
import { invalidateAllPagesFetch } from './all-pages-fetch.ts';

const PROFILE = '/api/users/me';

/** What the server computes anew after a write, by the write's URL; what it only stores is known here without asking. */
const CHANGED: readonly (readonly [RegExp, () => readonly string[]])[] = [
  [/^\/api\/flights/, () => ['/api/flights', PROFILE, ...listDailyReplyUrls()]],
  [/^\/api\/users\/me/, () => [PROFILE, '/api/flights', ...listDailyReplyUrls()]],
  [
    /^\/api\/assessment/,
    () => ['/api/assessment', '/api/assessment/history', PROFILE, ...listDailyReplyUrls()],
  ],
  [/^\/api\/(?:listens|practices)$/, listDailyReplyUrls],
  [/^\/api\/(?:passes|checkouts)(?:\/|$)/, () => ['/api/passes/mine', '/api/subscription-status']],
  [/^\/api\/programs\/[^/]+\/events$/, () => ['/api/programs']],
];

/** Writes come together: what they change is fetched once. */
const PAUSE_MS = 300;

let wanted = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Fetches again, for use without a network, what a write to `url` changes, unless a page fetches it meanwhile. Together
 * with what other writes change.
 */
export function refetchRepliesChangedBy(url: string): void {
  const writtenMs = now().getTime();
  const urls = CHANGED.filter(([pattern]) => pattern.test(url)).flatMap(([, list]) => list());
  if (urls.length === 0) return;
  for (const one of urls) wanted.add(one);
  clearTimeout(timer);
  timer = setTimeout(() => void refetchWanted(writtenMs), PAUSE_MS);
}

async function refetchWanted(writtenMs: number): Promise<void> {
  const urls = wanted;
  wanted = new Set();
  try {
    for (const url of urls) if (!isRequestedSince(url, writtenMs)) await refetchStoredReply(url);
  } catch {
    // What does not come now comes with all the rest, once the server is reached again.
    await invalidateAllPagesFetch();
  }
}
