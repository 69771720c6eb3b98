import { countUse, type RateLimitResult } from '#server/db/limits.ts';
import type { App } from '#server/dependencies.ts';
import { isPageRoute } from './headers.ts';
import {
  toClientAddress,
  isLoopback,
  buildLimitKey,
  createTooManyRequestsError,
} from './limits.ts';

const WINDOW_MS = 60_000;
/** Requests leased from the shared counter per statement. */
const BLOCK = 50;
/** Routes that load balancers poll. */
const EXEMPT_ROUTES = new Set<string | undefined>(['/health', '/ready']);
const MAX_CLIENTS = 20_000;

interface Lease {
  left: number;
  until: number;
  refused: boolean;
}

/**
 * Registers a hook that limits API requests per client address and minute (too_many_requests), except /health, /ready,
 * pages, and loopback without declared proxies. The counter in the database is shared by all servers; each leases
 * blocks of it, so that most requests need no statement.
 */
export function limitRequestRate(app: App, requestsPerMinute: number): void {
  const { db, clock, trustedProxies } = app.dependencies;
  const leases = new Map<string, Lease>();
  const pending = new Map<string, Promise<Lease>>();
  // Behind a proxy that was not declared every client looks like this machine: never lock all out.
  const isExempt = (client: string) => trustedProxies.length === 0 && isLoopback(client);

  async function takeLease(client: string, now: Date): Promise<Lease> {
    const key = buildLimitKey(app, 'api', client);
    const block = Math.max(1, Math.min(BLOCK, requestsPerMinute));
    const rule = { limit: requestsPerMinute, windowMs: WINDOW_MS };
    const lease = toLease(await countUse(db, key, rule, now, block), block);
    if (leases.size >= MAX_CLIENTS) leases.clear();
    leases.set(client, lease);
    return lease;
  }

  function getLease(client: string, now: Date): Lease | Promise<Lease> {
    const held = leases.get(client);
    if (held && isCurrent(held, now) && (held.left > 0 || held.refused)) return held;
    const asked =
      pending.get(client) ?? takeLease(client, now).finally(() => void pending.delete(client));
    pending.set(client, asked);
    return asked;
  }

  async function consume(client: string): Promise<void> {
    const now = clock();
    let lease = await getLease(client, now);
    // When more requests waited for a block than it holds, the rest must lease another.
    while (!lease.refused && lease.left <= 0) lease = await getLease(client, now);
    if (lease.refused) throw createTooManyRequestsError(new Date(lease.until), now);
    lease.left -= 1;
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url } = request.routeOptions;
    if ((isPageRoute(request) && !config.counted) || EXEMPT_ROUTES.has(url)) return done();
    const client = toClientAddress(request);
    if (isExempt(client)) return done();
    const held = leases.get(client);
    // Most requests find what they need here, and wait for nothing.
    if (held && held.left > 0 && !held.refused && isCurrent(held, clock())) {
      held.left -= 1;
      return done();
    }
    // oxlint-disable-next-line promise/no-callback-in-promise -- only requests that wait for a block get a promise
    consume(client).then(() => done(), done);
  });
}

/** Whether a lease is valid at `now`; one that ends too late was taken by a clock that was ahead. */
function isCurrent({ until }: Lease, now: Date): boolean {
  const left = until - now.getTime();
  return left > 0 && left <= WINDOW_MS;
}

function toLease({ allowed, resetsAt }: RateLimitResult, block: number): Lease {
  return { left: allowed ? block : 0, until: resetsAt.getTime(), refused: !allowed };
}
