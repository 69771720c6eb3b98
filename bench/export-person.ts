import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from './listener.ts';

// Somebody who asks for all their data, for bench/export.bench.ts, in a thread of their own: what they do with what they
// get is not to delay whoever measures.

/** Who asks, and where. */
export interface ExportOrder {
  base: string;
  email: string;
  password: string;
}

/** What it took. */
export interface ExportResult {
  /** Until it was ready. */
  preparedMs: number;
  /** From then until all of it was there. */
  fetchedMs: number;
  bytes: number;
}

/** How often the profile asks whether it is ready. */
const POLL_MS = 3000;
const ROUTE = '/api/users/me/export';

async function fetchExport({ base, email, password }: ExportOrder): Promise<ExportResult> {
  const { call, getCookie } = createClient({ base });
  await call('POST', '/api/auth/sign-in', { email, password });
  const began = performance.now();
  let { state } = (await call('POST', ROUTE, { currentPassword: password })) as { state: string };
  while (state === 'preparing') {
    await delay(POLL_MS);
    ({ state } = (await call('GET', ROUTE)) as { state: string });
  }
  if (state !== 'ready') throw new Error(`the export is ${state}`);
  const preparedMs = performance.now() - began;
  const headers = { cookie: getCookie(), origin: base };
  const { ok, body } = await fetch(`${base}${ROUTE}/file`, { headers });
  if (!ok || !body) throw new Error('the export was not sent');
  let bytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return { preparedMs, fetchedMs: performance.now() - began - preparedMs, bytes };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, and no window
parentPort?.postMessage(await fetchExport(workerData as ExportOrder));
