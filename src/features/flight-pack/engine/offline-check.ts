import type { ContentDetail } from '#shared/contract/contents.ts';
import { isRecordingIntactOrUncheckable } from '#web/features/downloads/engine/recordings.ts';
import { sendRequestIfNeeded } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { setServerReachable } from '#web/lib/network.ts';
import { askServiceWorker } from '#web/lib/offline/ask-worker.ts';
import {
  isPlausibleRecordingLength,
  type FlightPackCheckResult,
  type FlightPackItem,
} from '../model.ts';

/** How long a recording may take to tell its length, in milliseconds. */
const METADATA_MS = 10_000;

/** Loads a recording as far as its length; resolves to its seconds. */
function readSeconds(file: Blob): Promise<number> {
  const url = URL.createObjectURL(file);
  const audio = new Audio();
  return new Promise<number>((resolve) => {
    const timer = setTimeout(() => resolve(Number.NaN), METADATA_MS);
    audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
    audio.addEventListener('error', () => resolve(Number.NaN));
    audio.addEventListener('loadedmetadata', () => clearTimeout(timer));
    audio.preload = 'metadata';
    audio.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

async function isSessionThere(id: string): Promise<boolean> {
  const session = (await sendRequestIfNeeded('GET', `/api/contents/${id}`)) as ContentDetail;
  const { recordingUrl, durationMs, cues } = session;
  const last = cues.at(-1);
  // A text that was cut off ends long before its session does.
  if (!last || last.at + last.duration < durationMs / 2) return false;
  if (recordingUrl === null) return true;
  const response = await fetch(recordingUrl);
  if (!response.ok) return false;
  const file = await response.blob();
  return (
    (await isRecordingIntactOrUncheckable(file, recordingUrl)) &&
    isPlausibleRecordingLength(await readSeconds(file), durationMs)
  );
}

/** Whether something is on the device; called while the network is refused. */
async function isThere(item: FlightPackItem, isAppWhole: boolean): Promise<boolean> {
  try {
    if (item.kind === 'app') return isAppWhole;
    if (item.kind === 'session') return await isSessionThere(item.id);
    return (await sendRequestIfNeeded('GET', item.url)) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Tests whether everything for the flight opens offline: opens each item of the pack while the service worker refuses
 * this page the network, and resolves to those that are missing. Null where there is no service worker.
 */
export async function checkPackWithoutNetwork(
  items: readonly FlightPackItem[],
  onProgress: (done: number) => void = () => {},
): Promise<FlightPackCheckResult | null> {
  const isAppWhole = await askServiceWorker('rehearse');
  if (typeof isAppWhole !== 'boolean') return null;
  const missing: FlightPackItem[] = [];
  try {
    for (const [done, item] of items.entries()) {
      onProgress(done);
      if (!(await isThere(item, isAppWhole))) missing.push(item);
    }
  } finally {
    await askServiceWorker('rehearsal-over');
    setServerReachable(true);
  }
  const sessions = items.filter(({ kind }) => kind === 'session').length;
  return { missing, sessions, atMs: now().getTime() };
}
