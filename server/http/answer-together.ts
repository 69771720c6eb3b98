import type { FastifyReply, FastifyRequest } from 'fastify';
import { combineOwnRows, type OwnRows, type PlaceholderValues } from '#server/db/own-rows.ts';
import type { App } from '#server/dependencies.ts';
import { findAccessRefusal } from './access.ts';
import { logUnexpected, toAppError } from './error-handler.ts';
import { AppError } from './errors.ts';
import type { Principal } from './identity.ts';
import { type RegisteredGet, runRegistered } from './route.ts';

/** A GET of the API that is answered without a request of its own. */
interface Call {
  get: RegisteredGet;
  params: unknown;
  query: unknown;
}

/**
 * Answers GETs of the API, by URL, for the caller of another request, by the handlers of their routes and with the same
 * checks and limits; what all of them need of the caller comes with one statement. Returns the JSON text of each reply
 * that would have status 200, and null for the others, whose unexpected errors are logged. Cookies that the handlers set
 * are set on `reply`.
 */
export async function answerTogether(
  request: FastifyRequest,
  reply: FastifyReply,
  urls: readonly string[],
): Promise<(string | null)[]> {
  const app: App = request.server;
  try {
    await app.countRequests(request, urls.length);
    if (!app.admitWork(request)) return urls.map(() => null);
    const calls = urls.map((url) => parseCall(app, url));
    const now = app.dependencies.clock();
    const asked = askTogether(calls, now);
    const principal = await app.dependencies.identity.identify(request, asked);
    request.principal = principal;
    return await Promise.all(
      calls.map(async (call) => call && (await answer(call, { request, reply, principal, now }))),
    );
  } catch (error) {
    logIfUnexpected(request, error);
    return urls.map(() => null);
  }
}

async function answer(
  { get, params, query }: Call,
  one: { request: FastifyRequest; reply: FastifyReply; principal: Principal | null; now: Date },
): Promise<string | null> {
  try {
    const refusal = findAccessRefusal(get.endpoint.access, one.principal);
    if (refusal) throw new AppError(refusal);
    const owns = one.principal?.own as Record<string, unknown> | undefined;
    return await runRegistered(get, { ...one, params, query, own: owns?.[get.endpoint.path] });
  } catch (error) {
    logIfUnexpected(one.request, error);
    return null;
  }
}

function logIfUnexpected(request: FastifyRequest, error: unknown): void {
  if (toAppError(error).statusCode >= 500) logUnexpected(request, error, 'start');
}

/** Finds the route of a URL, and parses its input; null when there is none or the input is invalid. */
function parseCall(app: App, url: string): Call | null {
  const [path = '', search] = url.split('?');
  const found = findGet(app, path);
  if (!found) return null;
  const { endpoint } = found.get;
  const params = endpoint.params?.safeParse(found.params);
  const query = endpoint.query?.safeParse(Object.fromEntries(new URLSearchParams(search)));
  if (params?.success === false || query?.success === false) return null;
  return { get: found.get, params: params?.data, query: query?.data };
}

function findGet({ gets }: App, path: string) {
  const get = gets.get(path);
  if (get) return { get, params: {} };
  const steps = path.split('/');
  for (const one of gets.values()) {
    const params = matchPattern(one.endpoint.path, steps);
    if (params) return { get: one, params };
  }
  return null;
}

/** Returns the parameters of a path by the pattern of a route, such as `/api/contents/:id`; null where it differs. */
function matchPattern(pattern: string, steps: readonly string[]): Record<string, string> | null {
  const names = pattern.split('/');
  if (names.length !== steps.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const step = steps[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = step;
    else if (name !== step) return null;
  }
  return params;
}

/** The rows of each set of routes, by their paths: a statement is prepared once for each. */
const combined = new Map<string, OwnRows<unknown>>();

/** Builds what to ask for all calls in the statement that identifies the caller. */
function askTogether(calls: readonly (Call | null)[], now: Date) {
  const asking = calls.filter((call) => call?.get.own !== undefined) as Call[];
  const key = asking.map(({ get }) => get.endpoint.path).join(' ');
  const rows =
    combined.get(key) ??
    combineOwnRows(
      Object.fromEntries(
        asking.flatMap(({ get: { endpoint, own } }) => (own ? [[endpoint.path, own.rows]] : [])),
      ),
    );
  combined.set(key, rows);
  const values: PlaceholderValues = {};
  for (const { get, params, query } of asking)
    for (const [name, value] of Object.entries(get.own?.values?.({ params, query, now }) ?? {})) {
      if (values[name] !== undefined && values[name] !== value)
        throw new Error(`Two of the calls give the placeholder ${name} different values`);
      values[name] = value;
    }
  return { rows, values };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every GET of the contract, by its path. */
    gets: Map<string, RegisteredGet>;
  }
}
