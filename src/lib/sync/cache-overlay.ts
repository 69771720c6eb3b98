import type { Query, QueryClient } from '@tanstack/react-query';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { logErrorUnlessLeaving } from '#web/lib/log-error.ts';
import { WRITE_POLICIES } from './write-policies.ts';
import { loadWriteDefinitions } from './definitions-loader.ts';
import { getWriteRefusalQueryKey } from './synced-write.ts';
import {
  applyWriteToCachedData,
  findWriteDefinition,
  isQueryChangedByWrite,
} from './write-effects.ts';
import type { SendOutcome } from './queue-events.ts';
import type { WriteQueue } from './write-queue.ts';
import type { UnsentWrite } from './write-store.ts';

/** An unsent write, or one that the server accepted since this page was loaded. */
interface Entry {
  write: UnsentWrite;
  /** The outcome count when it was accepted; null while it is unsent. */
  acceptedAt: number | null;
}

/** A query's data without the unsent writes, and with them, as it is shown. */
interface Layers {
  base: unknown;
  shown: unknown;
}

export type StartedCacheOverlay = ReturnType<typeof startCacheOverlay>;

/**
 * Shows `owner`'s unsent writes in the query cache, on top of every reply, until `stop` is called; reverts those that
 * the server refuses, and refetches what the accepted ones change. A reply to a request that began before a write was
 * accepted does not undo that write either. `readKept` reads what the device keeps for a URL: what a write needs to be shown
 * may belong to no open page.
 */
export function startCacheOverlay(
  queryClient: QueryClient,
  queue: WriteQueue,
  owner: string,
  readKept: (url: string) => Promise<unknown> = async () => undefined,
) {
  const cache = queryClient.getQueryCache();
  const layers = new WeakMap<Query, Layers>();
  /** The outcome count when a query's last fetch began. */
  const askedAt = new WeakMap<Query, number>();
  let entries: Entry[] = [];
  let outcomes = 0;
  /** Keys of the writes that are over: the list of those that were unsent before may still hold them. */
  const over = new Set<string>();
  const listeners = new Set<() => void>();

  const getChangedKey = (write: UnsentWrite) => findWriteDefinition(write.route)?.key?.(write);
  const affects = (write: UnsentWrite, { queryKey }: Query) =>
    isQueryChangedByWrite(write, queryKey);
  /** What writes need that no query has, by its URL. */
  const kept = new Map<string, unknown>();
  const find = (url: string): unknown => {
    const known = cache.getAll().find((one) => one.queryKey[0] === url && layers.has(one));
    if (known) return layers.get(known)?.shown;
    return entries
      .filter(({ write }) => isQueryChangedByWrite(write, [url]))
      .reduce(
        (data, { write }) => applyWriteToCachedData(data, { key: [url], write }, () => undefined),
        kept.get(url),
      );
  };
  /** Loads what a write of an earlier page needs to be shown: the code that knows what it changes, and data. */
  async function prepare(write: UnsentWrite): Promise<void> {
    if (!findWriteDefinition(write.route)) await loadWriteDefinitions();
    const needed = findWriteDefinition(write.route)?.needs?.(write);
    if (needed !== undefined && find(needed) === undefined)
      kept.set(needed, await readKept(needed));
  }
  const apply = (data: unknown, { queryKey }: Query, write: UnsentWrite, reply?: unknown) =>
    applyWriteToCachedData(data, { key: queryKey, write, reply }, find);
  const applyAll = (data: unknown, query: Query, found: Entry[]) =>
    found
      .map(({ write }) => write)
      .filter((write) => affects(write, query))
      .reduce((known, write) => apply(known, query, write), data);

  function show(query: Query): void {
    const queryLayers = layers.get(query);
    if (!queryLayers) return;
    const waiting = entries.filter(({ acceptedAt }) => acceptedAt === null);
    queryLayers.shown = applyAll(queryLayers.base, query, waiting);
    // Unlike `setQueryData` this leaves when it was fetched, and that it may have been invalidated.
    if (query.state.data !== queryLayers.shown) query.setState({ data: queryLayers.shown });
  }
  function setBase(query: Query, base: unknown): void {
    layers.set(query, { base, shown: base });
    show(query);
  }
  function showAll(write: UnsentWrite): void {
    for (const query of cache.getAll()) if (affects(write, query)) show(query);
    for (const listener of listeners) listener();
  }

  function add(write: UnsentWrite): void {
    if (write.owner !== owner || entries.some((one) => one.write.key === write.key)) return;
    const isReplaced = (one: Entry) => one.acceptedAt === null && one.write.route === write.route;
    if (WRITE_POLICIES[write.route]?.replaces) entries = entries.filter((one) => !isReplaced(one));
    entries.push({ write, acceptedAt: null });
    const key = getChangedKey(write);
    if (key) queryClient.setQueryData(getWriteRefusalQueryKey(write.route, key), null);
    showAll(write);
  }

  function accept(write: UnsentWrite, reply: unknown): void {
    outcomes += 1;
    entries = entries.filter((one) => one.write.key !== write.key);
    entries.push({ write, acceptedAt: outcomes });
    for (const query of cache.getAll()) {
      const queryLayers = affects(write, query) && layers.get(query);
      if (queryLayers) queryLayers.base = apply(queryLayers.base, query, write, reply);
    }
    showAll(write);
  }

  function refuse(write: UnsentWrite, error: unknown): void {
    entries = entries.filter((one) => one.write.key !== write.key);
    showAll(write);
    const key = getChangedKey(write);
    if (!key) return;
    queryClient.setQueryData(getWriteRefusalQueryKey(write.route, key), error);
    void queryClient.invalidateQueries({ queryKey: key });
  }

  function applyOutcome(write: UnsentWrite, outcome: SendOutcome): void {
    if (write.owner !== owner || ('error' in outcome && !outcome.final)) return;
    over.add(write.key);
    if ('error' in outcome) refuse(write, outcome.error);
    else accept(write, outcome.reply);
    const refreshes = WRITE_POLICIES[write.route]?.refreshes;
    const isLast = !entries.some(
      (one) => one.acceptedAt === null && one.write.route === write.route,
    );
    if (refreshes && isLast)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => refreshes.test(String(queryKey[0])),
      });
  }

  for (const query of cache.getAll())
    if (query.state.data !== undefined) setBase(query, query.state.data);
  const stops = [
    cache.subscribe((event) => {
      if (event.type !== 'updated') return;
      const { query, action } = event;
      if (action.type === 'fetch') askedAt.set(query, outcomes);
      else if (action.type === 'success') {
        const since = action.manual ? outcomes : (askedAt.get(query) ?? 0);
        const missed = entries.filter(
          ({ acceptedAt }) => acceptedAt !== null && acceptedAt > since,
        );
        setBase(query, applyAll(query.state.data, query, missed));
      } else if (action.type === 'setState' && query.state.data !== layers.get(query)?.shown) {
        // A cancelled fetch puts back what was shown when it began; a reset query shows nothing.
        if (query.state.data === undefined) layers.delete(query);
        else if (layers.has(query)) show(query);
        else setBase(query, query.state.data);
      }
    }),
    queue.subscribe((event) => {
      if (event.type === 'queued') add(event.write);
      else if (event.type === 'outcome') applyOutcome(event.write, event.outcome);
      else {
        for (const key of event.keys) over.add(key);
        const gone = entries.filter(({ write }) => event.keys.includes(write.key));
        entries = entries.filter((one) => !gone.includes(one));
        for (const { write } of gone) showAll(write);
      }
    }),
  ];

  return {
    /** Resolves once the writes that were unsent before this page was loaded are applied too. */
    ready: queue.load(owner).then(async (writes) => {
      for (const write of writes) {
        // Without its code it is sent all the same, and shown once the server has it.
        await prepare(write).catch((cause: unknown) =>
          logErrorUnlessLeaving('A waiting write cannot be shown', cause),
        );
        if (!over.has(write.key)) add(write);
      }
    }),
    isWaiting: (route: QueuedRoute) =>
      entries.some(({ write, acceptedAt }) => acceptedAt === null && write.route === route),
    /** Counts the unsent writes, without reading them from the device again. */
    countWaiting: () => entries.filter(({ acceptedAt }) => acceptedAt === null).length,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
