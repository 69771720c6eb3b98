import type { RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import type { App, LoadLimits } from '#server/dependencies.ts';
import { toErrorReply } from './error-handler.ts';
import { AppError } from './errors.ts';

const SAMPLE_MS = 100;
/** Share of its time from which on the event loop counts as busy without a pause. */
const BUSY_SHARE = 0.8;
const RETRY_AFTER_SECONDS = 2;
const REPORT_MS = 1000;

/** Tells whether the event loop was busy without a pause in the last tenth of a second. */
interface EventLoopWatch {
  isBusy: () => boolean;
  close: () => void;
}

function watchEventLoop(): EventLoopWatch {
  let before = performance.eventLoopUtilization();
  let isBusy = false;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, before).utilization > BUSY_SHARE;
    before = now;
  }, SAMPLE_MS).unref();
  return { isBusy: () => isBusy, close: () => clearInterval(timer) };
}

/** Never refused: load balancers check them. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);

/** Refuses API calls while too many are in progress, in two places. */
export interface LoadShedder {
  /**
   * Wraps the listener of Fastify's server so that it is called only while there is room: a refusal must cost little, or
   * refusing takes the time in which others would be answered.
   */
  guard: (handle: RequestListener) => RequestListener;
  /** Registers the hooks that count the calls in progress and refuse what the address alone does not tell. */
  register: (app: App) => void;
}

/**
 * Creates what refuses API calls with 503 (overloaded) while too many are in progress. The limit is lower while the event
 * loop has been busy without a pause, because each further call then delays all others. A busy event loop alone refuses
 * no call. Pages, files, /health and /ready are never refused. Only the server's own work counts, not the time that a
 * client takes to send a body or read a reply. A page that answers API calls by itself asks `app.admitWork` first, and
 * counts as one of them until it is sent.
 */
export function createLoadShedder(
  bounds: Pick<LoadLimits, 'concurrentRequests' | 'concurrentWhileBusy'>,
  headers: Record<string, string>,
  eventLoop = watchEventLoop(),
): LoadShedder {
  const refuse = createRefusal(headers);
  let underWay = 0;
  let refused = 0;
  const isFull = (): boolean =>
    underWay >= (eventLoop.isBusy() ? bounds.concurrentWhileBusy : bounds.concurrentRequests);
  /** Counts a request; false where there are too many. */
  const begin = (request: FastifyRequest): boolean => {
    if (isFull()) return false;
    request.isWorkedOn = true;
    underWay += 1;
    return true;
  };
  const end = (request: FastifyRequest) => {
    if (request.isWorkedOn) underWay -= 1;
    request.isWorkedOn = false;
  };

  function register(app: App): void {
    app.decorateRequest('isWorkedOn', false);
    app.decorate('admitWork', begin);
    // Callbacks and no promises, here and in other hooks that wait for nothing: a request passes a dozen of them.
    app.addHook('onRequest', (request, reply, done) => {
      if (!isShed(request)) return done();
      if (!begin(request)) return done(createOverloadedError());
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
      done(isRefused ? createOverloadedError() : undefined);
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      end(request);
      done(null, payload);
    });
    // What `guard` refused is logged by number alone.
    const timer = setInterval(() => {
      if (refused > 0) app.log.warn({ refused }, 'overloaded');
      refused = 0;
    }, REPORT_MS).unref();
    app.addHook('onClose', (_app, done) => {
      clearInterval(timer);
      eventLoop.close();
      done();
    });
  }

  return {
    guard: (handle) => (request, response) => {
      if (!isFull() || !isSheddable(request.url)) return handle(request, response);
      refused += 1;
      refuse(response);
    },
    register,
  };
}

const isShed = ({ routeOptions: { config, url } }: FastifyRequest) =>
  config.endpoint !== undefined && !PROBES.has(url);

/** Returns a function that sends the refusal, made once. */
function createRefusal(headers: Record<string, string>): (response: ServerResponse) => void {
  const body = JSON.stringify(toErrorReply(createOverloadedError()));
  const sent = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS),
  };
  // A body that is on its way is read and dropped by Node, so that the connection can go on.
  return (response) => void response.writeHead(503, sent).end(body);
}

/** Whether an address is surely one of the API's calls that may be refused; of others the router decides. */
const isSheddable = (url = '') => url.startsWith('/api/');

function createOverloadedError(): AppError {
  return new AppError('overloaded', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request among those in progress until its reply is sent; false where there are too many. */
    admitWork: (request: FastifyRequest) => boolean;
  }
  interface FastifyRequest {
    /** Whether it counts towards the limits of concurrent requests. */
    isWorkedOn: boolean;
  }
}
