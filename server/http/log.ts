import { randomUUID } from 'node:crypto';
import { type FastifyServerOptions, LogController } from 'fastify';
import type { App, Dependencies } from '#server/dependencies.ts';

/** Returns Fastify's log options: our log, request ids of our own, none of Fastify's own lines. */
export function buildLogOptions({ log }: Dependencies): FastifyServerOptions {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
  };
}

/**
 * Registers a hook that logs one line per request: method, route pattern, status, duration. Never the URL, the caller
 * or the content, which may be personal.
 */
export function registerRequestLog(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    done();
  });
}
