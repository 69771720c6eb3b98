import type { RequestListener } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import type { App, LoadLimits } from '#server/dependencies.ts';
import { toErrorReply } from './error-handler.ts';
import { AppError } from './errors.ts';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;
const RETRY_AFTER_SECONDS = 2;
const REPORT_MS = 1000;

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

/** Never refused: load balancers check them. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);
/** Share of the limit that applies while the event loop lags. */
const SHARE_WHILE_LAGGING = 0.25;

/**
 * Registers hooks that reply 503 (overloaded) to API calls while too many are in progress; fewer are too many while the
 * event loop lags. Lag alone refuses nobody. Pages, files, /health and /ready are never refused. Only the server's own
 * work counts, not the time a client takes to send a body or read a reply.
 */
export function shedLoad(
  app: App,
  bounds: LoadLimits,
  headers: Record<string, string>,
  lag = watchEventLoop(app),
): void {
  const working = new WeakSet<FastifyRequest>();
  let underWay = 0;
  const isFull = (): boolean => {
    const share = lag() > bounds.eventLoopLagMs ? SHARE_WHILE_LAGGING : 1;
    return underWay >= Math.ceil(bounds.concurrentRequests * share);
  };
  /** Counts a request; false where there are too many. */
  const begin = (request: FastifyRequest): boolean => {
    if (isFull()) return false;
    working.add(request);
    underWay += 1;
    return true;
  };
  const end = (request: FastifyRequest) => {
    if (working.delete(request)) underWay -= 1;
  };
  const isShed = ({ routeOptions: { config, url } }: FastifyRequest) =>
    config.endpoint !== undefined && !PROBES.has(url);

  refuseEarly(app, isFull, headers);
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

/**
 * Refuses calls of the API while the server is full, before Fastify makes anything of them: a refusal must cost little,
 * or refusing takes the time in which others would be answered. What was refused is logged by number, once a second.
 */
function refuseEarly(app: App, isFull: () => boolean, headers: Record<string, string>): void {
  const body = JSON.stringify(toErrorReply(overloadedError()));
  const sent = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS),
  };
  let refused = 0;
  const timer = setInterval(() => {
    if (refused > 0) app.log.warn({ refused }, 'overloaded');
    refused = 0;
  }, REPORT_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!isFull() || !isSheddable(request.url)) {
      for (const handle of handlers) handle(request, response);
      return;
    }
    refused += 1;
    response.writeHead(503, sent).end(body);
    // A body that is on its way is read and dropped, so that the connection can go on.
    request.resume();
  });
}

/** Whether an address is surely one of the API's calls that may be refused; of others the router decides. */
const isSheddable = (url = '') => url.startsWith('/api/');

function overloadedError(): AppError {
  return new AppError('overloaded', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}
