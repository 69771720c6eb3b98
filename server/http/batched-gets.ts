import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  buildMarkedOwnDataQuery,
  buildOwnDataMarkQuery,
  combineOwnDataQueries,
  type MarkedOwnData,
  type OwnDataQuery,
  type PlaceholderValues,
} from '#server/db/own-data.ts';
import type { App } from '#server/dependencies.ts';
import { findAccessRefusalCode } from './access.ts';
import { logUnexpectedError, toAppError } from './error-handler.ts';
import { AppError } from './errors.ts';
import type { Principal } from './identity.ts';
import { type CheckedReply, type RegisteredGet, runRegisteredGet } from './route.ts';

/** A GET of the API that is answered without a request of its own. */
interface Call {
  get: RegisteredGet;
  params: unknown;
  query: unknown;
}

/** Replies by URL in the order asked for; null for those that would not have status 200. */
type StartReplies = [url: string, reply: CheckedReply | null][];

/** The replies, and whether they follow from the basis: not where the rows have changed since their mark was read. */
interface Answers {
  replies: StartReplies;
  isOfBasis: boolean;
}

/** What a page begins with. */
interface Start {
  principal: Principal | null;
  /** What the replies follow from beside their URLs and the time: who asks, and the mark. Null where they need more. */
  basis: string | null;
  /** Answers the calls. Unexpected errors of theirs are logged. Cookies that the handlers set are set on `reply`. */
  answer: () => Promise<Answers>;
}

interface BatchedGets {
  /** What most callers ask for. */
  likely: readonly string[];
  listUrls: (principal: Principal) => readonly string[];
  /** Whether a page of the same caller is kept, so that the mark of the rows will probably do without them. */
  isKept: boolean;
}

/**
 * Identifies the caller of a request, and prepares to answer GETs of the API for them, by URL, by the handlers of their
 * routes and with the same checks and limits. What those of `likely` need of the caller, or its mark where a
 * page is kept, comes with the statement that identifies them; a second one comes only where there are others, or where
 * that page is no longer the same.
 * @throws what identifying the caller throws
 */
export async function identifyAndPrepareBatchedGets(
  request: FastifyRequest,
  reply: FastifyReply,
  { likely, listUrls, isKept }: BatchedGets,
): Promise<Start> {
  const app: App = request.server;
  const { clock, identity } = app.dependencies;
  const now = clock();
  const isAdmitted = app.admitWork(request);
  const expected = isAdmitted ? parseCalls(app, likely) : [];
  const asked = isAdmitted ? askTogether(expected, { now, isMarkAlone: isKept }) : null;
  const found = await identity.identify(request, asked);
  if (!found) {
    const none = { replies: [], isOfBasis: false };
    return { principal: null, basis: null, answer: () => Promise.resolve(none) };
  }
  const own = readMarked(found);
  const urls = listUrls(found);
  const isCounted = await countCallsAndCheckIfWithinLimits(request, urls.length);
  const calls = isAdmitted && isCounted ? parseCalls(app, urls) : urls.map(() => null);
  const isAsked = calls.every((call) => !call?.get.own || hasAsked(expected, call, now));
  return {
    principal: found,
    basis: isAsked && own ? describeBasis(found, own.mark) : null,
    answer: async () => {
      try {
        const principal =
          isAsked && own?.read !== null
            ? found
            : await identity.identify(request, askTogether(calls, { now, isMarkAlone: false }));
        request.principal = principal;
        const read = principal === found ? own : readMarked(principal);
        const rows = read?.read?.();
        const replies = calls.map(async (call, index): Promise<StartReplies[number]> => [
          urls[index] ?? '',
          call && (await answerCall(call, { request, reply, principal, own: rows, now })),
        ]);
        return { replies: await Promise.all(replies), isOfBasis: read?.mark === own?.mark };
      } catch (error) {
        logIfUnexpected(request, error);
        return { replies: urls.map((url) => [url, null]), isOfBasis: false };
      }
    },
  };
}

/** Counts the calls towards the limits of the caller; false where these are reached. */
async function countCallsAndCheckIfWithinLimits(
  request: FastifyRequest,
  count: number,
): Promise<boolean> {
  try {
    await request.server.countRequests(request, count);
    return true;
  } catch (error) {
    logIfUnexpected(request, error);
    return false;
  }
}

const describeBasis = ({ identity, user }: Principal, mark: string) =>
  JSON.stringify({ identity, user, mark });

/** Returns the own rows that were asked for with their mark; undefined where none were. */
const readMarked = (principal: Principal | null) =>
  principal?.own?.read() as MarkedOwnData<unknown> | undefined;

const parseCalls = (app: App, urls: readonly string[]) => urls.map((url) => parseCall(app, url));

/** Returns the values that a call gives to the placeholders of its rows. */
const getValues = ({ get, params, query }: Call, now: Date): PlaceholderValues =>
  get.own?.values?.({ params, query, now }) ?? {};

/** Whether the rows of a call are among those of the expected calls. */
const hasAsked = (expected: readonly (Call | null)[], call: Call, now: Date) =>
  expected.some(
    (one) =>
      one === call ||
      (one?.get === call.get && isDeepStrictEqual(getValues(one, now), getValues(call, now))),
  );

async function answerCall(
  { get, params, query }: Call,
  {
    own,
    ...one
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    principal: Principal | null;
    /** Own rows of all calls, by their paths. */
    own: unknown;
    now: Date;
  },
): Promise<CheckedReply | null> {
  try {
    const refusal = findAccessRefusalCode(get.endpoint.access, one.principal);
    if (refusal) throw new AppError(refusal);
    const rows = own as Record<string, unknown> | undefined;
    return await runRegisteredGet(get, { ...one, params, query, own: rows?.[get.endpoint.path] });
  } catch (error) {
    logIfUnexpected(one.request, error);
    return null;
  }
}

function logIfUnexpected(request: FastifyRequest, error: unknown): void {
  if (toAppError(error).statusCode >= 500) logUnexpectedError(request, error, 'start');
}

// Most people's pages begin with the same few calls.
const parsed = new WeakMap<App['gets'], Map<string, Call | null>>();
const MAX_PARSED = 1000;

/** Finds the route of a URL, and parses its input; null when there is none or the input is invalid. */
function parseCall(app: App, url: string): Call | null {
  const known = parsed.get(app.gets) ?? new Map<string, Call | null>();
  parsed.set(app.gets, known);
  const call = known.get(url);
  if (call !== undefined) return call;
  const found = findCall(app, url);
  if (known.size >= MAX_PARSED) known.clear();
  known.set(url, found);
  return found;
}

function findCall(app: App, url: string): Call | null {
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

/** The rows of each set of routes with their mark, or the mark alone, by their paths: a statement is prepared once for each. */
const combined = {
  rows: new Map<string, OwnDataQuery<MarkedOwnData<unknown>>>(),
  mark: new Map<string, OwnDataQuery<MarkedOwnData<unknown>>>(),
};

/** Builds what to ask for all calls in the statement that identifies the caller: the mark of their rows, and the rows themselves. */
function askTogether(
  calls: readonly (Call | null)[],
  { now, isMarkAlone }: { now: Date; isMarkAlone: boolean },
) {
  const asking = calls.filter((call) => call?.get.own !== undefined) as Call[];
  const key = asking.map(({ get }) => get.endpoint.path).join(' ');
  const known = isMarkAlone ? combined.mark : combined.rows;
  const build = isMarkAlone ? buildOwnDataMarkQuery : buildMarkedOwnDataQuery;
  const rows = known.get(key) ?? build(combineOwnRows(asking));
  known.set(key, rows);
  const values: PlaceholderValues = {};
  for (const call of asking)
    for (const [name, value] of Object.entries(getValues(call, now))) {
      if (values[name] !== undefined && values[name] !== value)
        throw new Error(`Two of the calls give the placeholder ${name} different values`);
      values[name] = value;
    }
  return { rows, values };
}

/** Combines the rows of calls, by the paths of their routes. */
const combineOwnRows = (calls: readonly Call[]) =>
  combineOwnDataQueries(
    Object.fromEntries(
      calls.flatMap(({ get: { endpoint, own } }) => (own ? [[endpoint.path, own.rows]] : [])),
    ),
  );

declare module 'fastify' {
  interface FastifyInstance {
    gets: Map<string, RegisteredGet>;
  }
}
