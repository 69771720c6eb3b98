import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import type { ApiError, InputOf, ReplyOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { writeQueue } from './browser-queue.ts';
import {
  type AnyWriteDefinition,
  type KnownDataFinder,
  registerWriteDefinition,
} from './write-effects.ts';
import type { UnsentWrite } from './write-store.ts';

/** How a write changes cached data. Pure functions: they are applied again to every reply until the server has it. */
export interface WriteDefinition<Route extends QueuedRoute, Data> {
  route: Route;
  /** The common start of the keys of the queries that it changes; none when left out. */
  key?: (input: InputOf<Route>) => QueryKey;
  /** Returns the data as they will be once the server has the write. Idempotent. */
  apply?: (data: Data, input: InputOf<Route>, write: UnsentWrite) => Data;
  /** Returns the data with the server's reply to the write. */
  applyReply?: (data: Data, reply: ReplyOf<Route>, input: InputOf<Route>) => Data;
  /** What it changes beyond the data under its key, such as the dashboard. */
  effects?: readonly WriteEffect<Route>[];
  /** The URL of data that the effects look up. */
  needs?: (input: InputOf<Route>) => string;
}

/** What a write changes in the data fetched from the URLs that match. Pure and idempotent, as `WriteDefinition.apply`. */
interface WriteEffect<Route extends QueuedRoute> {
  url: RegExp;
  apply: (data: never, input: InputOf<Route>, write: UnsentWrite, find: KnownDataFinder) => unknown;
}

/**
 * Registers how the writes of a route change the query cache. Call it at module level, beside the queries that it
 * changes, because writes of an earlier page load are applied before any component renders.
 */
export function defineSyncedWrite<Route extends QueuedRoute, Data = never>(
  definition: WriteDefinition<Route, Data>,
): WriteDefinition<Route, Data> {
  registerWriteDefinition(definition as unknown as AnyWriteDefinition);
  return definition;
}

function toUnsentWrite(
  route: QueuedRoute,
  owner: string,
  input: unknown,
  key: string,
): UnsentWrite {
  const { params = {}, body } = input as { params?: object; body?: unknown };
  return { key, owner, route, params, body, queuedAt: now().toISOString() };
}

/**
 * Applies a write to the cache at once, stores it on the device and sends it. `key` is its idempotency key: pass the
 * one under which it was saved unfinished before.
 */
export function queueWrite<Route extends QueuedRoute>(
  { route }: { route: Route },
  owner: string,
  input: InputOf<Route>,
  key: string = crypto.randomUUID(),
): void {
  writeQueue.enqueue(toUnsentWrite(route, owner, input, key));
}

/**
 * Sends a write at once, for a form that shows by itself why it was refused; resolves to the server's reply. Where the server
 * is not reached, or others wait that it may depend on, the write is queued like any other: null.
 * @throws {ApiError} when the server refuses it.
 */
export async function sendOrQueueWrite<Route extends QueuedRoute, Data>(
  { route }: WriteDefinition<Route, Data>,
  owner: string,
  input: InputOf<Route>,
): Promise<ReplyOf<Route> | null> {
  const write = toUnsentWrite(route, owner, input, crypto.randomUUID());
  return (await writeQueue.sendOrEnqueue(write)) as ReplyOf<Route> | null;
}

/**
 * Stores a write that may still change, such as a form being edited. If the page is closed before `queueWrite` gets the
 * same key, it is sent as it is.
 */
export function saveWriteToSendIfPageCloses<Route extends QueuedRoute, Data>(
  { route }: WriteDefinition<Route, Data>,
  owner: string,
  input: InputOf<Route>,
  key: string,
): void {
  writeQueue.saveUnfinished(toUnsentWrite(route, owner, input, key));
}

/**
 * Calls `listener` with the input and the outcome of every write to this route, from any tab, each failed attempt
 * included; returns the unsubscribe function.
 */
export function onWriteOutcome<Route extends QueuedRoute, Data>(
  { route }: WriteDefinition<Route, Data>,
  listener: (
    input: InputOf<Route>,
    outcome: { reply: ReplyOf<Route> } | { error: ApiError; final: boolean },
  ) => void,
): () => void {
  return writeQueue.subscribe((event) => {
    if (event.type !== 'outcome' || event.write.route !== route) return;
    listener(event.write as unknown as InputOf<Route>, event.outcome as { reply: ReplyOf<Route> });
  });
}

/**
 * Returns the query key under which the cache holds the error of a route's last write, which is null or missing if it
 * was not refused.
 */
export const getWriteRefusalQueryKey = (route: QueuedRoute, scope: QueryKey): QueryKey => [
  'refused',
  route,
  ...scope,
];

/**
 * Returns a function that writes to one route for `owner`: applied to the cache at once, stored on the device, and
 * sent. `refused` is the server's error for the last such write that affects the queries under `scope`, or null; it
 * stays when the component is unmounted meanwhile.
 */
export function useSyncedWrite<Route extends QueuedRoute, Data>(
  definition: WriteDefinition<Route, Data>,
  owner: string,
  scope: QueryKey,
): { write: (input: InputOf<Route>) => void; refused: ApiError | null } {
  const { data: refused = null } = useQuery<ApiError | null>({
    queryKey: getWriteRefusalQueryKey(definition.route, scope),
    enabled: false,
  });
  const write = useCallback(
    (input: InputOf<Route>) => queueWrite(definition, owner, input),
    [definition, owner],
  );
  return { write, refused };
}
