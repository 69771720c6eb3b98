import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import type { UnsentWrite } from './write-store.ts';

/** Finds the data that are known for a URL, such as a session's, without what waits; undefined where there are none. */
export type KnownDataFinder = (url: string) => unknown;

/** A definition of a route's writes, untyped, as it is applied to stored writes (see `WriteDefinition`). */
export interface AnyWriteDefinition {
  route: QueuedRoute;
  key?: (input: unknown) => readonly unknown[];
  apply?: (data: unknown, input: unknown, write: UnsentWrite) => unknown;
  applyReply?: (data: unknown, reply: unknown, input: unknown) => unknown;
  effects?: readonly AnyEffect[];
  needs?: (input: unknown) => string;
}

/** What a write changes beyond the data under its key. */
interface AnyEffect {
  url: RegExp;
  apply: (data: unknown, input: unknown, write: UnsentWrite, find: KnownDataFinder) => unknown;
}

const definitions = new Map<QueuedRoute, AnyWriteDefinition>();

/** Registers what the writes of a route change. */
export const registerWriteDefinition = (definition: AnyWriteDefinition): void =>
  void definitions.set(definition.route, definition);

/**
 * Returns what the writes of a route change (registered by `defineSyncedWrite`); undefined until the module that registers it
 * is loaded.
 */
export const findWriteDefinition = (route: QueuedRoute): AnyWriteDefinition | undefined =>
  definitions.get(route);

/** Lists the pages of a list that grows, or the data alone. */
const mapPages = (data: unknown, change: (page: unknown) => unknown): unknown =>
  typeof data === 'object' && data !== null && 'pageParams' in data && 'pages' in data
    ? { ...data, pages: (data.pages as unknown[]).map(change) }
    : change(data);

/** Returns whether a write changes the data under a query key, which begins with the URL that they were fetched from. */
export function isQueryChangedByWrite(write: UnsentWrite, key: readonly unknown[]): boolean {
  const definition = findWriteDefinition(write.route);
  if (definition?.key?.(write).every((part, index) => part === key[index])) return true;
  return definition?.effects?.some(({ url }) => url.test(String(key[0]))) ?? false;
}

/**
 * Returns data under a query key as they are once the server has a write, with its reply where it is known. Nothing
 * changes when it is applied again.
 */
export function applyWriteToCachedData(
  data: unknown,
  { key, write, reply }: { key: readonly unknown[]; write: UnsentWrite; reply?: unknown },
  find: KnownDataFinder,
): unknown {
  const definition = findWriteDefinition(write.route);
  if (!definition || data === undefined || data === null) return data;
  const isOwn = definition.key?.(write).every((part, index) => part === key[index]) ?? false;
  const applied = isOwn ? (definition.apply?.(data, write, write) ?? data) : data;
  const replied =
    isOwn && reply !== undefined && reply !== null
      ? (definition.applyReply?.(applied, reply, write) ?? applied)
      : applied;
  const url = String(key[0]);
  return (definition.effects ?? [])
    .filter((effect) => effect.url.test(url))
    .reduce<unknown>(
      (known, { apply }) => mapPages(known, (page) => apply(page, write, write, find)),
      replied,
    );
}
