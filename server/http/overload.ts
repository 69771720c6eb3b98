import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import type { App, Bounds } from '#server/dependencies.ts';
import { AppError } from './errors.ts';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;
const RETRY_AFTER_SECONDS = 2;

/** Reads the mean delay of the event loop over the last half second, in milliseconds. */
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

/**
 * Answers 503 at once when the server is behind, rather than making everybody wait: requests under
 * way finish, new ones are told when to come back. /health keeps answering. Only work of ours counts
 * as under way: not the wait for a body to come or for a reply to be read, which a caller can draw
 * out, and not files and pages, which are sent from memory and disk.
 */
export function shedLoad(app: App, bounds: Bounds, lag = watchEventLoop(app)): void {
  const working = new WeakSet<FastifyRequest>();
  let underWay = 0;
  const begin = (request: FastifyRequest) => {
    if (underWay >= bounds.underWay) throw overloaded();
    working.add(request);
    underWay += 1;
  };
  const end = (request: FastifyRequest) => {
    if (working.delete(request)) underWay -= 1;
  };

  app.addHook('onRequest', async (request, reply) => {
    const { config, url } = request.routeOptions;
    if (url === '/health') return;
    if (lag() > bounds.eventLoopLagMs) throw overloaded();
    if (!config.endpoint) return;
    begin(request);
    // The second fence, for a caller who hangs up.
    reply.raw.once('close', () => end(request));
  });
  app.addHook('preParsing', async (request) => end(request));
  app.addHook('preHandler', async (request, reply) => {
    const { config, url } = request.routeOptions;
    if (config.endpoint && url !== '/health' && !reply.raw.destroyed) begin(request);
  });
  app.addHook('onSend', async (request) => end(request));
}

function overloaded(): AppError {
  return new AppError('overloaded', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}
