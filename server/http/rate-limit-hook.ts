import type { FastifyRequest } from 'fastify';
import { recordRateLimitUse, type RateLimitResult } from '#server/db/rate-limits.ts';
import type { App, LoadLimits } from '#server/dependencies.ts';
import { isPageRoute } from './headers.ts';
import {
  normaliseClientAddress,
  isLoopbackAddress,
  buildRateLimitKey,
  createTooManyRequestsError,
} from './rate-limits.ts';

const WINDOW_MS = 60_000;
/** Requests leased from the shared counter per statement. */
const BLOCK = 50;
const EXEMPT_ROUTES = new Set<string | undefined>(['/health', '/ready']);
const MAX_LEASES = 20_000;

interface Lease {
  left: number;
  until: number;
  refused: boolean;
}

interface Count {
  /** The name of the counter, and whose it is. */
  name: string;
  of: string;
  /** The most requests in a minute. */
  limit: number;
}

/**
 * Registers a hook that limits API requests per minute (too_many_requests), except /health, /ready, pages, and loopback
 * without declared proxies. Those of a signed-in caller count for their session at their client address, and for all
 * signed-in callers of that address; others for the address alone. The counters in the database are shared by all
 * servers; each leases blocks of them, so that most requests need no statement. `app.countRequests` counts the calls
 * that a page answers by itself.
 */
export function registerRateLimitHook(
  app: App,
  { requestsPerAddress, requestsPerSession }: LoadLimits,
): void {
  const { db, clock, identity, trustedProxies } = app.dependencies;
  const leases = new Map<string, Lease>();
  const pending = new Map<string, Promise<Lease>>();
  // Behind a proxy that was not declared every client looks like this machine: never lock all out.
  const isExempt = (client: string) => trustedProxies.length === 0 && isLoopbackAddress(client);

  function listCounts(request: FastifyRequest, client: string): Count[] {
    // Only a session that this server signed has a count of its own: invented ones would have one each.
    const token = identity.readSignedToken(request);
    if (token === null) return [{ name: 'api', of: client, limit: requestsPerAddress }];
    return [
      { name: 'api-session', of: `${client} ${token}`, limit: requestsPerSession },
      { name: 'api-signed-in', of: client, limit: requestsPerAddress },
    ];
  }

  async function takeLease({ name, of, limit }: Count, now: Date): Promise<Lease> {
    const block = Math.max(1, Math.min(BLOCK, limit));
    const rule = { limit, windowMs: WINDOW_MS };
    const lease = toLease(
      await recordRateLimitUse(db, buildRateLimitKey(app, name, of), rule, now, block),
      block,
    );
    if (leases.size >= MAX_LEASES) leases.clear();
    leases.set(toLeaseKey({ name, of }), lease);
    return lease;
  }

  function getLease(count: Count, now: Date): Lease | Promise<Lease> {
    const key = toLeaseKey(count);
    const held = leases.get(key);
    if (held && isLeaseValid(held, now) && (held.left > 0 || held.refused)) return held;
    const asked = pending.get(key) ?? takeLease(count, now).finally(() => void pending.delete(key));
    pending.set(key, asked);
    return asked;
  }

  async function consume(count: Count): Promise<void> {
    const now = clock();
    let lease = await getLease(count, now);
    // When more requests waited for a block than it holds, the rest must lease another.
    while (!lease.refused && lease.left <= 0) lease = await getLease(count, now);
    if (lease.refused) throw createTooManyRequestsError(new Date(lease.until), now);
    lease.left -= 1;
  }

  async function consumeAll(counts: Count[]): Promise<void> {
    // One after the other: what a session is refused does not count for its address.
    for (const count of counts) await consume(count);
  }

  /** Uses up one request of each count if blocks of all are at hand; most requests find them, and wait for nothing. */
  function consumeHeld(counts: Count[]): boolean {
    const now = clock();
    const held: Lease[] = [];
    for (const count of counts) {
      const lease = leases.get(toLeaseKey(count));
      if (!lease || lease.left <= 0 || lease.refused || !isLeaseValid(lease, now)) return false;
      held.push(lease);
    }
    for (const lease of held) lease.left -= 1;
    return true;
  }

  app.decorate('countRequests', async (request, times) => {
    const client = normaliseClientAddress(request);
    if (isExempt(client)) return;
    const counts = listCounts(request, client);
    for (let time = 0; time < times; time++) if (!consumeHeld(counts)) await consumeAll(counts);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url } = request.routeOptions;
    if ((isPageRoute(request) && !config.counted) || EXEMPT_ROUTES.has(url)) return done();
    const client = normaliseClientAddress(request);
    if (isExempt(client)) return done();
    const counts = listCounts(request, client);
    if (consumeHeld(counts)) return done();
    // oxlint-disable-next-line promise/no-callback-in-promise -- only requests that wait for a block get a promise
    consumeAll(counts).then(() => done(), done);
  });
}

const toLeaseKey = ({ name, of }: Pick<Count, 'name' | 'of'>) => `${name} ${of}`;

/** Whether a lease is valid at `now`; one that ends too late was taken by a clock that was ahead. */
function isLeaseValid({ until }: Lease, now: Date): boolean {
  const left = until - now.getTime();
  return left > 0 && left <= WINDOW_MS;
}

function toLease({ allowed, resetsAt }: RateLimitResult, block: number): Lease {
  return { left: allowed ? block : 0, until: resetsAt.getTime(), refused: !allowed };
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a request as so many API requests.
     * @throws {AppError} `too_many_requests`
     */
    countRequests: (request: FastifyRequest, times: number) => Promise<void>;
  }
}
