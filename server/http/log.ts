import { randomUUID } from 'node:crypto';
import { type FastifyServerOptions, LogController } from 'fastify';
import type { App, Dependencies } from '#server/dependencies.ts';

/** The log of requests: with ids of our own making, and none of Fastify's own lines. */
export function buildLogOptions({ log }: Dependencies): FastifyServerOptions {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
  };
}

/**
 * Writes one line a request: method, route pattern, status, duration. Never the address called,
 * because it may name a person's things, nor who called, nor what they sent.
 */
export function logRequests(app: App): void {
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
