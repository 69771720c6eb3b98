import type { QueryKey } from '@tanstack/react-query';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import type { ApiError, InputOf, ReplyOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { writeQueue } from './browser-queue.ts';
import type { PendingWrite } from './write-store.ts';

/** How a write changes cached data. Pure functions: they are applied again to every reply until the server has it. */
export interface SyncedWrite<Route extends QueuedRoute, Data> {
  route: Route;
  /** The common start of the keys of the queries that it changes; none when left out. */
  key?: (input: InputOf<Route>) => QueryKey;
  /** Returns the data as they will be once the server has the write. Idempotent. */
  apply?: (data: Data, input: InputOf<Route>, write: PendingWrite) => Data;
  /** Returns the data with the server's reply to the write. */
  applyReply?: (data: Data, reply: ReplyOf<Route>, input: InputOf<Route>) => Data;
}

/** A definition of any route, untyped, as the cache applies it to stored writes. */
export interface AnySyncedWrite {
  route: QueuedRoute;
  key?: (input: unknown) => QueryKey;
  apply?: (data: unknown, input: unknown, write: PendingWrite) => unknown;
  applyReply?: (data: unknown, reply: unknown, input: unknown) => unknown;
}

const definitions = new Map<QueuedRoute, AnySyncedWrite>();

/** Finds the definition of a route; undefined until the module that defines it is loaded. */
export const findDefinition = (route: QueuedRoute): AnySyncedWrite | undefined =>
  definitions.get(route);

/**
 * Registers how the writes of a route change the query cache. Call it at module level, beside the queries that it
 * changes, because writes of an earlier page load are applied before any component renders.
 */
export function defineWrite<Route extends QueuedRoute, Data = never>(
  definition: SyncedWrite<Route, Data>,
): SyncedWrite<Route, Data> {
  definitions.set(definition.route, definition as unknown as AnySyncedWrite);
  return definition;
}

function toPendingWrite(
  route: QueuedRoute,
  owner: string,
  input: unknown,
  key: string,
): PendingWrite {
  const { params = {}, body } = input as { params?: object; body?: unknown };
  return { key, owner, route, params, body, queuedAt: now().toISOString() };
}

/**
 * Applies a write to the cache at once, stores it on the device and sends it. `key` is its idempotency key: pass the
 * one under which it was saved unfinished before.
 */
export function queueWrite<Route extends QueuedRoute, Data>(
  { route }: SyncedWrite<Route, Data>,
  owner: string,
  input: InputOf<Route>,
  key: string = crypto.randomUUID(),
): void {
  writeQueue.enqueue(toPendingWrite(route, owner, input, key));
}

/** Stores a write that may still change, in case the page is closed before it is queued under the same key. */
export function saveUnfinishedWrite<Route extends QueuedRoute, Data>(
  { route }: SyncedWrite<Route, Data>,
  owner: string,
  input: InputOf<Route>,
  key: string,
): void {
  writeQueue.saveUnfinished(toPendingWrite(route, owner, input, key));
}

/** Calls back with the outcome of every write of this route, made in any tab; returns the unsubscribe function. */
export function onOutcome<Route extends QueuedRoute, Data>(
  { route }: SyncedWrite<Route, Data>,
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
