import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '#server/dependencies.ts';
import type { Database } from '#server/db/connect.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { admit, refusalToCaller } from './access.ts';
import { AppError } from './errors.ts';
import type { Caller, Identified, Identity } from './identity.ts';

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends {
  [N in Name]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

/** Everything a handler may need of one request, typed by its endpoint. */
export interface Call<E extends Endpoint> {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: Part<E, 'body'>;
  /** Never null unless the endpoint is public. */
  identity: E['access'] extends 'public' ? Identity | null : Identity;
  /** Never null where more is needed than to be signed in; elsewhere the profile may be missing. */
  user: E['access'] extends 'onboarded' | 'pass' | 'admin' ? Caller : Caller | null;
  db: Database;
  /** The server's clock, read once for the request. */
  now: Date;
  log: FastifyBaseLogger;
  request: FastifyRequest;
  reply: FastifyReply;
}

class WithStatus<S extends number, B> {
  readonly status: S;
  readonly body: B;
  constructor(status: S, body: B) {
    this.status = status;
    this.body = body;
  }
}

/** Chooses one of several declared statuses. */
export function withStatus<const S extends number, B>(status: S, body: B): WithStatus<S, B> {
  return new WithStatus(status, body);
}

type Replies<E extends Endpoint> = {
  [S in keyof E['replies'] & number]: E['replies'][S] extends z.ZodType
    ? WithStatus<S, z.input<E['replies'][S]>>
    : never;
}[keyof E['replies'] & number];
type IsUnion<T, U = T> = [T] extends [never]
  ? false
  : T extends U
    ? [U] extends [T]
      ? false
      : true
    : never;
type Result<E extends Endpoint> =
  | Replies<E>
  | (IsUnion<keyof E['replies']> extends true ? never : Replies<E>['body']);

export type Handler<E extends Endpoint> = (call: Call<E>) => Result<E> | Promise<Result<E>>;

/**
 * Registers one endpoint of the contract: who may call it is decided before its body is read, what
 * comes in and what goes out is held to its schemas.
 */
export function route<const E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void {
  const statuses = Object.keys(endpoint.replies).map(Number);
  const only = statuses.length === 1 ? statuses[0] : undefined;
  const { db, clock } = app.dependencies;

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: {
      summary: endpoint.summary,
      response: endpoint.replies,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
    },
    // Whether the process is alive is nobody's secret, and is told without asking the database.
    ...(endpoint.path.startsWith('/api/') && { onRequest: admit(app, endpoint) }),
    async handler(request, reply) {
      const call = { ...callOf(request, reply), db, now: clock() } as unknown as Call<E>;
      const result = await outcome(handler, call, request);
      const chosen = result instanceof WithStatus ? result.status : only;
      if (chosen === undefined) throw new Error('Several statuses are declared: use withStatus');
      void reply.code(chosen as 200);
      return reply.send(result instanceof WithStatus ? result.body : result);
    },
  });
}

async function outcome<E extends Endpoint>(
  handler: Handler<E>,
  call: Call<E>,
  { found, server }: FastifyRequest,
) {
  try {
    return await handler(call);
  } catch (error) {
    throw await refusalToCaller(server.dependencies, found, error);
  }
}

function callOf(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body, log, found } = request;
  const { identity, user }: Partial<Identified> = found ?? {};
  return {
    params,
    query,
    body,
    identity: identity ?? null,
    user: user ?? null,
    log,
    request,
    reply,
  };
}

/** The caller's profile, for endpoints that are open to people who may have none yet. */
export function requireUser(call: { user: Caller | null }): Caller {
  if (!call.user) throw new AppError('profile_missing');
  return call.user;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, set before the handler of a contract endpoint runs. */
    found: Identified | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** The route serves pages and the files of the app. */
    page?: true;
    /** A page that asks the database: counted among what one client may ask in a minute. */
    counted?: true;
  }
}
