import { monitorEventLoopDelay } from 'node:perf_hooks';
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
 * way finish, new ones are told when to come back. /health keeps answering.
 */
export function shedLoad(app: App, bounds: Bounds, lag = watchEventLoop(app)): void {
  let underWay = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url === '/health') return done();
    if (underWay >= bounds.underWay || lag() > bounds.eventLoopLagMs)
      return done(new AppError('overloaded', undefined, { retryAfter: RETRY_AFTER_SECONDS }));
    underWay += 1;
    let isOver = false;
    // A caller who hangs up never lets the reply finish, and one who waits sees it finish first.
    const onOver = () => {
      if (!isOver) underWay -= 1;
      isOver = true;
    };
    reply.raw.once('finish', onOver).once('close', onOver);
    done();
  });
}
