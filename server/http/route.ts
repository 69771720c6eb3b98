import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '#server/dependencies.ts';
import type { Database } from '#server/db/connect.ts';
import type { OwnDataQuery, PlaceholderValues } from '#server/db/own-data.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { StudioAccess } from '#shared/rules/roles.ts';
import { createAuthorizationHook, toUnauthorisedErrorIfErased } from './access.ts';
import { chooseEncoding, type CompressedText } from './compressed.ts';
import { AppError } from './errors.ts';
import type { OwnDataRequest, CallerProfile, Principal, Identity } from './identity.ts';

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends {
  [N in Name]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

/** What a handler gets of one request, typed by its endpoint. */
export interface EndpointCall<E extends Endpoint> {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: Part<E, 'body'>;
  /** Never null unless the endpoint is public. */
  identity: E['access'] extends 'public' ? Identity | null : Identity;
  /** Never null when more access than `signed_in` is required; otherwise the profile may be missing. */
  user: E['access'] extends 'onboarded' | 'pass' | StudioAccess
    ? CallerProfile
    : CallerProfile | null;
  db: Database;
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

/** Builds the return value with which a handler replies with one of several declared statuses. */
export function buildStatusReply<const S extends number, B>(status: S, body: B): WithStatus<S, B> {
  return new WithStatus(status, body);
}

/** Rows of the caller that an endpoint needs, read in the statement that identifies the caller. */
export interface EndpointOwnData<E extends Endpoint, Own> {
  rows: OwnDataQuery<Own>;
  /** Values of the placeholders other than `now`. */
  values?: (input: Pick<EndpointCall<E>, 'params' | 'query' | 'now'>) => PlaceholderValues;
}

/**
 * Builds the return value with which a handler replies 200 with streamed JSON text, for bodies too large for memory. It
 * is sent unchecked: the caller must write it in the shape of the endpoint's body. The stream is destroyed when the
 * connection closes.
 */
export function buildJsonStreamReply(reply: FastifyReply, text: Readable): WithStatus<200, never> {
  reply.raw.once('close', () => text.destroy());
  return new WithStatus(200, text as never);
}

/**
 * Builds the return value with which a handler replies 200 with JSON, in UTF-8, that is already serialised and checked,
 * because it is the same for every caller.
 */
export function buildJsonTextReply(reply: FastifyReply, text: Buffer): WithStatus<200, never> {
  void reply.type('application/json; charset=utf-8');
  return new WithStatus(200, text as never);
}

/**
 * Builds the return value with which a handler replies 200 with JSON that is already serialised, checked and compressed
 * for all callers, in the smallest encoding that the browser accepts.
 */
export function buildCompressedJsonReply(
  { request, reply }: Pick<EndpointCall<Endpoint>, 'request' | 'reply'>,
  text: CompressedText,
): WithStatus<200, never> {
  const encoding = chooseEncoding(request);
  if (encoding) void reply.header('content-encoding', encoding);
  void reply.header('vary', 'Accept-Encoding').type('application/json; charset=utf-8');
  return new WithStatus(200, text[encoding ?? 'plain'] as never);
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

export type EndpointHandler<E extends Endpoint> = (
  call: EndpointCall<E>,
) => Result<E> | Promise<Result<E>>;

/**
 * Registers an endpoint of the contract: authorises before the body is read, and validates input, reply and, if given,
 * `headers` against its schemas. The handler returns the body, or `buildStatusReply` when several are declared.
 */
export function registerRoute<const E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: EndpointHandler<E>,
  headers?: z.ZodObject,
): void {
  register(app, endpoint, handler, { ...(headers && { headers }) });
}

/**
 * Registers an endpoint as `registerRoute` does; its handler also gets `own`, rows of the caller that are read in the same
 * statement that identifies the caller.
 */
export function registerRouteWithOwnData<const E extends Endpoint, Own>(
  app: App,
  endpoint: E,
  own: EndpointOwnData<E, Own>,
  handler: (call: EndpointCall<E> & { own: Own }) => Result<E> | Promise<Result<E>>,
): void {
  register(app, endpoint, handler as EndpointHandler<E>, { own });
}

function register<const E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: EndpointHandler<E>,
  { headers, own }: { headers?: z.ZodObject; own?: EndpointOwnData<E, unknown> },
): void {
  const statuses = Object.keys(endpoint.replies).map(Number);
  const only = statuses.length === 1 ? statuses[0] : undefined;
  const { db, clock } = app.dependencies;
  if (endpoint.method === 'GET')
    app.gets.set(endpoint.path, { endpoint, handler, own } as unknown as RegisteredGet);

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.scope && { security: [{ apiToken: [endpoint.scope] }] }),
      response: endpoint.replies,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(headers && { headers }),
    },
    // /health and /ready are public and need no authorisation query.
    ...(endpoint.path.startsWith('/api/') && {
      onRequest: createAuthorizationHook(
        app,
        endpoint,
        own && ((request) => askForOwn(endpoint, own, request, clock())),
      ),
    }),
    async handler(request, reply) {
      const call = { ...toCall(request, reply), db, now: clock() } as unknown as EndpointCall<E>;
      const result = await runHandler(handler, call, request);
      const chosen = result instanceof WithStatus ? result.status : only;
      if (chosen === undefined)
        throw new Error('Several statuses are declared: use buildStatusReply');
      void reply.code(chosen as 200);
      return reply.send(result instanceof WithStatus ? result.body : result);
    },
  });
}

/** A GET of the contract with its handler, its types forgotten. */
export interface RegisteredGet {
  endpoint: Endpoint;
  handler: (call: unknown) => unknown;
  own?: {
    rows: OwnDataQuery<unknown>;
    values?: (input: { params: unknown; query: unknown; now: Date }) => PlaceholderValues;
  };
}

/** A reply with status 200: its checked body, and the same as JSON text. */
export interface CheckedReply {
  body: unknown;
  text: string;
}

/**
 * Runs the handler of a registered GET as a part of another request, whose caller is authorised for it. Returns its
 * reply; null when its status is not 200.
 * @throws what the handler throws
 */
export async function runRegisteredGet(
  { endpoint, handler }: RegisteredGet,
  input: Pick<EndpointCall<Endpoint>, 'request' | 'reply' | 'now'> & {
    principal: Principal | null;
    params: unknown;
    query: unknown;
    own: unknown;
  },
): Promise<CheckedReply | null> {
  const { request, principal, ...rest } = input;
  const { db } = request.server.dependencies;
  const { identity, user }: Partial<Principal> = principal ?? {};
  const caller = { identity: identity ?? null, user: user ?? null };
  const call = { ...rest, ...caller, body: undefined, db, log: request.log, request };
  const result = await runHandler(handler as EndpointHandler<Endpoint>, call as never, request);
  const { status, body } =
    (result as unknown) instanceof WithStatus ? result : { status: 200, body: result as unknown };
  if (status !== 200) return null;
  // What `buildJsonTextReply` gives is serialised already.
  if (Buffer.isBuffer(body)) {
    const text = body.toString();
    return { body: JSON.parse(text), text };
  }
  const checked = endpoint.replies[200]?.parse(body);
  return { body: checked, text: JSON.stringify(checked) };
}

/** Returns the rows to ask for; null when the input is invalid, which is refused after identification. */
function askForOwn<E extends Endpoint>(
  { params, query }: E,
  { rows, values }: EndpointOwnData<E, unknown>,
  request: FastifyRequest,
  now: Date,
): OwnDataRequest | null {
  if (!values) return { rows, values: {} };
  const given = params?.safeParse(request.params);
  const asked = query?.safeParse(request.query);
  if (given?.success === false || asked?.success === false) return null;
  const input = { params: given?.data, query: asked?.data, now };
  return { rows, values: values(input as Parameters<typeof values>[0]) };
}

async function runHandler<E extends Endpoint>(
  handler: EndpointHandler<E>,
  call: EndpointCall<E>,
  { principal, server }: FastifyRequest,
) {
  try {
    return await handler(call);
  } catch (error) {
    throw await toUnauthorisedErrorIfErased(server, principal, error);
  }
}

function toCall(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body, log, principal } = request;
  const { identity, user, own }: Partial<Principal> = principal ?? {};
  return {
    params,
    query,
    body,
    identity: identity ?? null,
    user: user ?? null,
    own: own?.read(),
    log,
    request,
    reply,
  };
}

/**
 * Returns the caller's profile, for endpoints that people without one may call too.
 * @throws {AppError} `profile_missing`
 */
export function requireCallerProfile(call: { user: CallerProfile | null }): CallerProfile {
  if (!call.user) throw new AppError('profile_missing');
  return call.user;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; set before the handler of a contract endpoint runs. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** The route serves pages and the files of the app. */
    page?: true;
    /** The body is signed by its sender, another site. */
    signed?: true;
    /** A page that queries the database and therefore counts towards the rate limit. */
    counted?: true;
  }
}
