import type { z } from 'zod';
import type { Contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ErrorReply } from '#shared/contract/errors.ts';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { now } from './clock.ts';

type Endpoints = Contract[keyof Contract];
type ByRoute = { [E in Endpoints as `${E['method']} ${E['path']}`]: E };

/** An endpoint by method and path, such as `PUT /api/contents/:id/rating`: a name that can be stored. */
export type RouteName = keyof ByRoute;

type Input<E, Part extends 'params' | 'query' | 'body'> = E extends { [P in Part]: z.ZodType }
  ? { [P in Part]: z.input<E[Part]> }
  : unknown;
type Inputs<E extends Endpoint> = Input<E, 'params'> & Input<E, 'query'> & Input<E, 'body'>;

/** What a route takes: its parameters, query and body, as the contract declares them. */
export type InputOf<R extends RouteName> = Inputs<ByRoute[R]>;
/** What a route answers when it succeeds. */
export type ReplyOf<R extends RouteName> = ByRoute[R]['replies'] extends infer Replies
  ? {
      [S in keyof Replies]: Replies[S] extends z.ZodType ? z.output<Replies[S]> : never;
    }[keyof Replies]
  : never;

/** A refusal or a failure. Status 0 and code `network` mean that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;

  /** The message is the status code, a colon, then the response text (specification, section 8). */
  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    const refusal = status === 0 ? null : parseRefusal(text);
    this.code = refusal?.code ?? (status === 0 ? 'network' : 'server_error');
    this.fields = refusal?.fields ?? {};
  }
}

function parseRefusal(text: string): ErrorReply['error'] | null {
  try {
    return (JSON.parse(text) as ErrorReply).error ?? null;
  } catch {
    return null;
  }
}

let identity: IdentityReply | null = null;

/** Remembers who is signed in, for the headers that every call carries (specification, section 7). */
export function setApiIdentity(value: IdentityReply | null): void {
  identity = value;
}

/** Who was signed in last since the page was loaded. */
export const apiIdentity = (): IdentityReply | null => identity;

let bearer: (() => Promise<string | null>) | undefined;

/** Where the token of every call comes from, in an installation that signs people in by tokens. */
export function setApiBearer(source: () => Promise<string | null>): void {
  bearer = source;
}

/** An outside call never waits longer than this. */
export const TIMEOUT_MS = 15_000;

/**
 * Sends one request, in the name of who is signed in, and returns the body of its reply.
 * @throws {ApiError} on any status but 2xx, and when the network does not answer in 15 s.
 */
export async function send(
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
  caller = identity,
) {
  const headers: Record<string, string> = {};
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    // What the body dates is dated by this clock, which may be wrong.
    headers['x-sent-at'] = now().toISOString();
  }
  const token = await bearer?.();
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (caller) {
    headers['x-firebase-uid'] = caller.uid;
    headers['x-firebase-email'] = encodeURIComponent(caller.email);
  }
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'network');
  }
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText);
  return (text === '' ? null : JSON.parse(text)) as unknown;
}

/** The address of a route with its parameters and query filled in. */
export function urlOf(route: string, params: object = {}, query: object = {}): string {
  const path = route.slice(route.indexOf(' ') + 1);
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Calls one endpoint of the contract. */
export async function api<R extends RouteName>(
  route: R,
  ...[input]: unknown extends InputOf<R>
    ? [input?: { signal?: AbortSignal }]
    : [input: InputOf<R> & { signal?: AbortSignal }]
): Promise<ReplyOf<R>> {
  const { params, query, body, signal } = (input ?? {}) as {
    params?: object;
    query?: object;
    body?: unknown;
    signal?: AbortSignal;
  };
  const method = route.slice(0, route.indexOf(' '));
  return (await send(method, urlOf(route, params, query), body, signal)) as ReplyOf<R>;
}
