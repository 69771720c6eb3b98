import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import type { App, LoadLimits } from '#server/dependencies.ts';
import { AppError } from './errors.ts';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;
const RETRY_AFTER_SECONDS = 2;

/**
 * Starts to measure the event loop delay; returns a function that reads its mean over the last half second, in
 * milliseconds.
 */
function watchEventLoop(app: App): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let lag = 0;
  const timer = setInterval(() => {
    lag = Number.isNaN(histogram.mean) ? 0 : histogram.mean / 1e6 - RESOLUTION_MS;
    histogram.reset();
  }, SAMPLE_MS).unref();
  histogram.enable();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    histogram.disable();
    done();
  });
  return () => lag;
}

/** Never refused: they tell whether the server lives. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);
/** While the event loop lags, this share of the requests in progress is enough to refuse more. */
const SHARE_WHILE_LAGGING = 0.25;

/**
 * Load shedding: replies 503 with Retry-After to API calls when too many are in progress, or fewer while the event
 * loop lags too. Lag alone refuses nobody: after a stall there may be one visitor, who would get a blank page. Pages,
 * files, /health and /ready are never refused. Only the server's own work counts, not waiting for a body or for a
 * reply to be read, which a client can prolong.
 */
export function shedLoad(app: App, bounds: LoadLimits, lag = watchEventLoop(app)): void {
  const working = new WeakSet<FastifyRequest>();
  let underWay = 0;
  /** Counts a request; false where there are too many. */
  const begin = (request: FastifyRequest): boolean => {
    const isLagging = lag() > bounds.eventLoopLagMs;
    const share = isLagging ? SHARE_WHILE_LAGGING : 1;
    if (underWay >= Math.ceil(bounds.concurrentRequests * share)) return false;
    working.add(request);
    underWay += 1;
    return true;
  };
  const end = (request: FastifyRequest) => {
    if (working.delete(request)) underWay -= 1;
  };
  const isShed = ({ routeOptions: { config, url } }: FastifyRequest) =>
    config.endpoint !== undefined && !PROBES.has(url);

  // Callbacks and no promises, here and in other hooks that wait for nothing: a request passes a dozen of them.
  app.addHook('onRequest', (request, reply, done) => {
    if (!isShed(request)) return done();
    if (!begin(request)) return done(overloadedError());
    // Fallback for a client that hangs up.
    reply.raw.once('close', () => end(request));
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    end(request);
    done(null, payload);
  });
  app.addHook('preHandler', (request, reply, done) => {
    const isRefused = isShed(request) && !reply.raw.destroyed && !begin(request);
    done(isRefused ? overloadedError() : undefined);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request);
    done(null, payload);
  });
}

function overloadedError(): AppError {
  return new AppError('overloaded', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}
