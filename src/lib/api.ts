import type { z } from 'zod';
import type { Contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ErrorCode, ErrorReply } from '#shared/contract/errors.ts';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { classifyReplySource } from '#shared/rules/server-mark.ts';
import { now } from './clock.ts';
import { setNetworkState } from './network.ts';
import { consumePreloadedReply } from './preloaded-replies.ts';

type Endpoints = Contract[keyof Contract];
type EndpointByRoute = { [E in Endpoints as `${E['method']} ${E['path']}`]: E };

/** An endpoint by method and path, such as `PUT /api/contents/:id/rating`: a name that can be stored. */
export type RouteName = keyof EndpointByRoute;

type Input<E, Part extends 'params' | 'query' | 'body'> = E extends { [P in Part]: z.ZodType }
  ? { [P in Part]: z.input<E[Part]> }
  : unknown;
type Inputs<E extends Endpoint> = Input<E, 'params'> & Input<E, 'query'> & Input<E, 'body'>;

/** What a route takes: its parameters, query and body, as the contract declares them. */
export type InputOf<R extends RouteName> = Inputs<EndpointByRoute[R]>;
/** What a route answers when it succeeds. */
export type ReplyOf<R extends RouteName> = EndpointByRoute[R]['replies'] extends infer Replies
  ? {
      [S in keyof Replies]: Replies[S] extends z.ZodType ? z.output<Replies[S]> : never;
    }[keyof Replies]
  : never;

/** A failed request: refused by the server, or, with status 0 and code `network`, not answered by it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether, with status 0, a proxy answered that the server fails: people are told so, not that they are offline. */
  readonly isGatewayError: boolean;

  /** The message is the status code, a colon, then the response text (specification, section 8). */
  constructor(status: number, text: string, isGatewayError = false) {
    super(`${status}: ${text}`);
    this.status = status;
    this.isGatewayError = isGatewayError;
    const refusal = status === 0 ? null : parseRefusal(text);
    this.code = refusal?.code ?? (status === 0 ? 'network' : 'server_error');
    this.fields = refusal?.fields ?? {};
  }
}

/** Returns whether a request failed with a code: one of the contract's, or `network` when the server was not reached. */
export const hasErrorCode = (error: unknown, code: ErrorCode | 'network'): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** Returns whether a request failed for want of a network: nothing answered, or a captive portal did. */
export const isNetworkError = (error: unknown): boolean =>
  hasErrorCode(error, 'network') && !error.isGatewayError;

/**
 * Returns whether a request failed because what was asked for does not exist; an id that cannot be one is refused as
 * invalid, which is the same for people.
 */
export const isNotFoundOrBadRequestError = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function parseRefusal(text: string): ErrorReply['error'] | null {
  try {
    return (JSON.parse(text) as ErrorReply).error ?? null;
  } catch {
    return null;
  }
}

/** Error codes that mean that the session (unlike a wrong password), the pass or the role is no longer there. */
const ACCESS_CODES: ReadonlySet<string> = new Set([
  'unauthorised',
  'identity_mismatch',
  'pass_required',
  'admin_required',
]);

/**
 * Returns whether a request was refused because the sign-in, the pass or the admin role is missing or has ended. A
 * wrong password is no such refusal.
 */
export const isAccessError = (error: unknown): error is ApiError =>
  error instanceof ApiError && ACCESS_CODES.has(error.code);

let identity: IdentityReply | null = null;

/**
 * Sets the signed-in identity that the headers of every later request name (specification, section 7); null for none.
 */
export function setApiIdentity(value: IdentityReply | null): void {
  identity = value;
}

/** Returns the identity that was last set for the headers of API requests since the page was loaded, or null. */
export const findApiIdentity = (): IdentityReply | null => identity;

let getToken: (() => Promise<string | null>) | undefined;

/**
 * Sets the function that provides the bearer token for every request, in an installation that signs people in by
 * tokens.
 */
export function setApiTokenSource(source: () => Promise<string | null>): void {
  getToken = source;
}

/** How long a request may take before it is aborted. */
export const REQUEST_TIMEOUT_MS = 15_000;

export interface RequestOptions {
  /** Sent as JSON, but for bytes. */
  body?: unknown;
  signal?: AbortSignal;
  /** The identity that the headers name: by default the one set last, none for null. */
  caller?: IdentityReply | null;
  /** Requests with the same key are performed once. */
  idempotencyKey?: string;
  /** REQUEST_TIMEOUT_MS unless told. */
  timeoutMs?: number;
  /** Not to be answered by what is kept on this device. */
  isFresh?: true;
  onHeaders?: (headers: Headers) => void;
}

type Send = (method: string, url: string, options: RequestOptions) => Promise<unknown>;

/** How long after the page was loaded replies are collected for a sender that is set later, in milliseconds. */
const EARLY_MS = 60_000;

/** A reply to a GET, and the uid of the person as whom it was requested; undefined when that was not known yet. */
export interface EarlyReply {
  reply: Promise<unknown>;
  uid: string | undefined;
  /** When it was requested, in epoch milliseconds. */
  askedAt: number;
}
const earlyReplies = new Map<string, EarlyReply>();

const sendEarlyGet: Send = (method, url, options) => {
  const caller = options.caller === undefined ? identity : options.caller;
  const askedAt = Date.now();
  const reply = requestServer(method, url, options);
  if (performance.now() < EARLY_MS) earlyReplies.set(url, { reply, uid: caller?.uid, askedAt });
  return reply;
};

let sendGet: Send = sendEarlyGet;

/**
 * Sets the function that sends GET requests whose reply did not come with the page; by default `requestServer`. Returns
 * the replies to the GETs that were sent before, by URL, the first time.
 */
export function setGetRequestSenderAndTakeEarlyReplies(
  send: Send,
): ReadonlyMap<string, EarlyReply> {
  sendGet = send;
  const replies = new Map(earlyReplies);
  earlyReplies.clear();
  return replies;
}

let onWrite: (url: string) => void = () => {};

/** Sets the function that is called with the URL of every request but GETs that the server has accepted. */
export function setAcceptedWriteListener(listener: (url: string) => void): void {
  onWrite = listener;
}

/**
 * Sends a request with the headers of the signed-in identity; resolves to the parsed JSON body, null when it is empty.
 * A GET may be answered without the network: by a reply that came with the page, once, or by the sender that
 * `setGetRequestSenderAndTakeEarlyReplies` set.
 * @throws {ApiError} on any status but 2xx of the server, and with status 0 when no whole answer of its own comes within
 * `timeoutMs`: what a captive portal or a proxy answers in its place counts as none.
 */
export async function sendRequestIfNeeded(
  method: string,
  url: string,
  options: RequestOptions = {},
): Promise<unknown> {
  if (method !== 'GET') return requestServer(method, url, options);
  return consumePreloadedReply(url) ?? sendGet(method, url, options);
}

/**
 * Sends a request over the network, never answered from preloaded or stored replies; otherwise like `sendRequestIfNeeded`. Also
 * records whether the server was reached.
 */
export async function requestServer(
  method: string,
  url: string,
  { body, signal, caller = identity, idempotencyKey, timeoutMs, onHeaders }: RequestOptions,
): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const isBytes = body instanceof Blob;
  if (body !== undefined) {
    headers['content-type'] = isBytes ? 'application/offset+octet-stream' : 'application/json';
    // Sends the device's clock, so that the server can correct the timestamps in the body if it is wrong.
    headers['x-sent-at'] = now().toISOString();
  }
  const token = await getToken?.();
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (caller) {
    headers['x-firebase-uid'] = caller.uid;
    // Header values are bytes: an address beyond ASCII is percent-encoded.
    const isAscii = /^[\x21-\x7e]*$/.test(caller.email);
    headers['x-firebase-email'] = isAscii ? caller.email : encodeURIComponent(caller.email);
  }
  const timeout = AbortSignal.timeout(timeoutMs ?? REQUEST_TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: 'include',
      // The server never redirects a call. What does is a portal, whose page must not be taken for the reply.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw reportUnreached('unreached');
  }
  const source = classifyReplySource(response);
  if (source !== 'reached') throw reportUnreached(source);
  if (!response.ok) {
    setNetworkState('reached');
    throw new ApiError(response.status, text || response.statusText);
  }
  const reply = parseReply(response.status, text);
  setNetworkState('reached');
  onHeaders?.(response.headers);
  if (method !== 'GET') onWrite(url);
  return reply;
}

/** Records that the server was not reached, and returns the error that says so. */
function reportUnreached(state: 'unreached' | 'foreign' | 'failing'): ApiError {
  setNetworkState(state);
  return new ApiError(0, 'network', state === 'failing');
}

/** The only status with which the server sends no text. */
const NO_CONTENT = 204;

/** Parses a reply of the server. One that was cut off on its way counts as none. */
function parseReply(status: number, text: string): unknown {
  try {
    return status === NO_CONTENT ? null : (JSON.parse(text) as unknown);
  } catch {
    throw reportUnreached('unreached');
  }
}

/**
 * Builds a route's URL, its parameters and query filled in and encoded. `route` is a path, with or without its method;
 * undefined query values are left out.
 */
export function buildUrl(route: string, params: object = {}, query: object = {}): string {
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

type CallOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'isFresh'>;

/**
 * Calls one endpoint of the contract; resolves to the body of its reply, which is not validated.
 * @throws {ApiError} as `sendRequestIfNeeded` does.
 */
export async function api<R extends RouteName>(
  route: R,
  ...[input]: unknown extends InputOf<R> ? [input?: CallOptions] : [input: InputOf<R> & CallOptions]
): Promise<ReplyOf<R>> {
  const { params, query, ...options } = (input ?? {}) as CallOptions & {
    params?: object;
    query?: object;
    body?: unknown;
  };
  const method = route.slice(0, route.indexOf(' '));
  return (await sendRequestIfNeeded(method, buildUrl(route, params, query), options)) as ReplyOf<R>;
}
