import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { id } from '#shared/contract/fields.ts';
import {
  type EndpointCall,
  type EndpointHandler,
  requireCallerProfile,
  registerRoute,
} from './route.ts';

/** Loose, because a request carries other headers as well. */
const headers = z.looseObject({
  'idempotency-key': id
    .optional()
    .describe('The same request under the same key is done once, and answered each time'),
});

export interface IdempotentRequest {
  userId: string;
  key: string;
  route: string;
  inputHash: string;
}

/** The write of an endpoint and its reply. The reply is built anew each time, so that it need not be stored. */
interface SyncedHandler<E extends Endpoint> {
  write: (call: EndpointCall<E>) => Promise<unknown>;
  reply: EndpointHandler<E>;
}

/**
 * Registers an endpoint that clients may retry: `write` makes the change, `reply` builds the reply from present data.
 * With the header `idempotency-key`, `write` runs once, in one transaction with the key; a repeat runs only `reply`,
 * and another request with the same key is refused (conflict). Without it `write` runs each time, without a
 * transaction.
 */
export function registerIdempotentRoute<const E extends Endpoint>(
  app: App,
  endpoint: E,
  { write, reply }: SyncedHandler<E>,
): void {
  const answer: EndpointHandler<E> = async (call) => {
    const request = buildKeyedRequest(app, endpoint, call);
    if (request)
      await app.runIdempotently(call.db, request, call.now, (tx) => write({ ...call, db: tx }));
    else await write(call);
    return reply(call);
  };
  registerRoute(app, endpoint, answer, headers);
}

function buildKeyedRequest<E extends Endpoint>(
  { dependencies }: App,
  { method, path }: E,
  call: EndpointCall<E>,
): IdempotentRequest | null {
  const key = call.request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  // Keyed, because what was sent may be a handful of numbers about a person's health.
  const inputHash = createHmac('sha256', dependencies.secret)
    .update(JSON.stringify([call.params, call.body]))
    .digest('base64url');
  return {
    userId: requireCallerProfile(call).id,
    key: key.toLowerCase(),
    route: `${method} ${path}`,
    inputHash,
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs `write` in one transaction with the request's key, unless the key is stored already; given by the feature
     * that stores the keys.
     */
    runIdempotently: (
      db: Database,
      request: IdempotentRequest,
      now: Date,
      write: (tx: Database) => Promise<unknown>,
    ) => Promise<void>;
  }
}
