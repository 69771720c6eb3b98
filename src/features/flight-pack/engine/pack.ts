import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { runDownloadUnlessRunning } from '#web/features/downloads/engine/status.ts';
import { listDownloadedSessions } from '#web/features/downloads/engine/sessions.ts';
import { api, findApiIdentity } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { askServiceWorker } from '#web/lib/offline/ask-worker.ts';
import { refetchPageReplies } from '#web/lib/offline/cache-pages.ts';
import {
  findPersonValue,
  storePersonValueUnlessSignedOut,
  readRawStoredReply,
} from '#web/lib/offline/reply-cache.ts';
import { listPackItems, type FlightPackCheckResult, type FlightPackItem } from '../model.ts';
import { checkPackWithoutNetwork } from './offline-check.ts';

const NOTE = 'flight-pack';

/**
 * Returns the stored result of the last check whether everything for the flight is on this device; null before the
 * first.
 */
export const findLastPackCheck = async (): Promise<FlightPackCheckResult | null> =>
  ((await findPersonValue(NOTE)) as FlightPackCheckResult | undefined) ?? null;

/** Lists what the pack is to hold, from what is kept on this device. */
async function listItems(plan: Plan): Promise<FlightPackItem[]> {
  const sessions = ((await readRawStoredReply('/api/contents')) ?? []) as ContentSummary[];
  return listPackItems(plan, sessions, { timeZone: getDeviceTimeZone() });
}

/**
 * Tests, with the network refused, whether everything that the flight needs is on this device, and stores the result.
 * `onProgress` gets the items done and their number. Null where there is no service worker.
 */
export async function runAndStoreFlightPackCheck(
  plan: Plan,
  onProgress?: (done: number, of: number) => void,
): Promise<FlightPackCheckResult | null> {
  const items = await listItems(plan);
  // What the browser has dropped of the app, or what came in its place, is fetched first, where there is a network.
  await askServiceWorker('mend-app');
  const check = await checkPackWithoutNetwork(items, (done) => onProgress?.(done, items.length));
  if (check) await storePersonValueUnlessSignedOut(NOTE, check);
  return check;
}

/**
 * Downloads everything needed on a flight: the replies of all pages, and the text and recording of each session that is
 * not downloaded yet. `owner` is the person's id. Rejects at the first session that cannot be fetched.
 */
export async function downloadFlightPack(
  plan: Plan,
  owner: string,
  language: string,
): Promise<void> {
  // Or the browser may make room by what the flight needs, in the order in which sites were visited.
  void navigator.storage?.persist?.().catch(() => false);
  const uid = findApiIdentity()?.uid;
  if (uid) await refetchPageReplies(uid, language);
  const stored = new Set((await listDownloadedSessions(owner)).map(({ id }) => id));
  for (const item of await listItems(plan)) {
    if (item.kind !== 'session' || stored.has(item.id)) continue;
    const content: ContentDetail = await api('GET /api/contents/:id', { params: { id: item.id } });
    if (content.recordingUrl !== null) await runDownloadUnlessRunning(owner, content);
  }
}
