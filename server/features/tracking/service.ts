import type { ExternalErasureTarget } from '#server/dependencies.ts';
import { type PipelineCall, buildErasureCall } from './wire.ts';

const API_BASES = { eu: 'https://cdp-eu.customer.io', us: 'https://cdp.customer.io' } as const;
/** Time for one call to Customer.io; well below the lease of a batch (writes.ts). */
const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 16 * 1024;

export interface TrackerSettings {
  writeKey: string;
  region: keyof typeof API_BASES;
  /** Another base URL than Customer.io's, for tests. */
  apiBase?: string | undefined;
  timeoutMs?: number;
}

/** The outcome of a batch; `pauseMs` is the pause that the service asked for, if any. */
export type BatchDeliveryResult =
  | { kind: 'accepted' }
  /** The service does not answer, or not as it should: the same batch may be taken later. */
  | { kind: 'failed'; reason: string; pauseMs?: number }
  /** The service will never take it as it is. */
  | { kind: 'refused'; status: number };

/** Sends events to Customer.io's Pipelines API; never rejects. */
export interface Tracker {
  send(batch: readonly PipelineCall[]): Promise<BatchDeliveryResult>;
}

/** Statuses for invalid content. All others may be temporary: a wrong key can be corrected. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** Creates the client that sends analytics events to Customer.io's Pipelines API. */
export function createTracker({
  writeKey,
  region,
  apiBase = API_BASES[region],
  timeoutMs = TIMEOUT_MS,
}: TrackerSettings): Tracker {
  const headers = {
    authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
    'content-type': 'application/json',
    // Without it the API answers 200 to what it drops.
    'x-strict-mode': '1',
  };
  return {
    async send(batch) {
      try {
        const response = await fetch(`${apiBase}/v1/batch`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ batch }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return await readDelivery(response);
      } catch (error) {
        return { kind: 'failed', reason: (error as Error).name };
      }
    },
  };
}

async function readDelivery(response: Response): Promise<BatchDeliveryResult> {
  const { status } = response;
  const text = await readStart(response);
  if (status === 200) {
    // A 200 of something in between, such as a portal, is no acknowledgement.
    if (isAcknowledgement(text)) return { kind: 'accepted' };
    return { kind: 'failed', reason: 'not an acknowledgement' };
  }
  if (REFUSALS.has(status)) return { kind: 'refused', status };
  const seconds = Number(response.headers.get('retry-after'));
  const pauseMs = seconds > 0 ? { pauseMs: seconds * 1000 } : {};
  return { kind: 'failed', reason: `status ${status}`, ...pauseMs };
}

function isAcknowledgement(text: string): boolean {
  try {
    const reply: unknown = JSON.parse(text);
    const isObject = typeof reply === 'object' && reply !== null && !Array.isArray(reply);
    return isObject && !('error' in reply) && (!('success' in reply) || reply.success === true);
  } catch {
    return false;
  }
}

/** Reads a reply up to a bound, so that one without an end fills no memory. */
async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_REPLY_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Creates the external service by which an erased account is also deleted at Customer.io, through the same API. */
export const createTrackerErasureTarget = (tracker: Tracker): ExternalErasureTarget => ({
  async erase({ userId }) {
    const delivery = await tracker.send([buildErasureCall(userId)]);
    if (delivery.kind !== 'accepted') throw new Error(`Customer.io: ${delivery.kind}`);
  },
});
