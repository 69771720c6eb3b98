import { countUse, type Verdict } from '#server/db/limits.ts';
import type { App } from '#server/dependencies.ts';
import { isPage } from './headers.ts';
import { clientOf, isLoopback, limitKey, tooMany } from './limits.ts';

const WINDOW_MS = 60_000;
/** Uses taken from the shared counter at a time: one statement for this many requests. */
const BLOCK = 50;
/** What a load balancer asks. */
const FREE = new Set<string | undefined>(['/health', '/ready']);
const MOST_CLIENTS = 20_000;

interface Lease {
  left: number;
  until: number;
  refused: boolean;
}

/**
 * Bounds what one client may ask of the API in a minute. The counter is in the database, shared by
 * every server; each server takes blocks of it, so that a request rarely costs a statement.
 */
export function limitEveryone(app: App, requestsPerMinute: number): void {
  const { db, clock, trustedProxies } = app.dependencies;
  const leases = new Map<string, Lease>();
  const pending = new Map<string, Promise<Lease>>();
  // Behind a proxy that was not declared every client looks like this machine: never lock all out.
  const spare = (client: string) => trustedProxies.length === 0 && isLoopback(client);

  async function take(client: string, now: Date): Promise<Lease> {
    const key = limitKey(app, 'api', client);
    const block = Math.max(1, Math.min(BLOCK, requestsPerMinute));
    const rule = { limit: requestsPerMinute, windowMs: WINDOW_MS };
    const lease = toLease(await countUse(db, key, rule, now, block), block);
    if (leases.size >= MOST_CLIENTS) leases.clear();
    leases.set(client, lease);
    return lease;
  }

  function leaseOf(client: string, now: Date): Lease | Promise<Lease> {
    const held = leases.get(client);
    if (held && held.until > now.getTime() && (held.left > 0 || held.refused)) return held;
    const asked =
      pending.get(client) ?? take(client, now).finally(() => void pending.delete(client));
    pending.set(client, asked);
    return asked;
  }

  app.addHook('onRequest', async (request) => {
    const { config, url } = request.routeOptions;
    if ((isPage(request) && !config.counted) || FREE.has(url)) return;
    const client = clientOf(request);
    if (spare(client)) return;
    const now = clock();
    let lease = await leaseOf(client, now);
    // Whoever waited for the same block finds it used up when more waited than it holds.
    while (!lease.refused && lease.left <= 0) lease = await leaseOf(client, now);
    if (lease.refused) throw tooMany(new Date(lease.until), now);
    lease.left -= 1;
  });
}

function toLease({ allowed, resetsAt }: Verdict, block: number): Lease {
  return { left: allowed ? block : 0, until: resetsAt.getTime(), refused: !allowed };
}
