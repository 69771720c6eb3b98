import type { OutboxRoute } from '#shared/rules/outbox-routes.ts';
import { type ApiError, type InputOf, send, urlOf } from './api.ts';
import { hasLeft } from './departure.ts';
import { fateOf, MOST_FAILURES } from './outbox-fate.ts';
import { abandonedNotes, forgetNote, forgetNotes, note } from './outbox-notes.ts';
import { openStore, type StoredRequest } from './outbox-store.ts';

type Listener = (request: StoredRequest, outcome: { reply: unknown } | { error: ApiError }) => void;

const listeners = new Set<Listener>();
const store = openStore();
/** Waits between attempts when the server cannot be reached or is overloaded, in milliseconds. */
const RETRY_MS = [2_000, 10_000, 30_000, 60_000] as const;
/** Whoever leaves waits no longer for what they did to be sent, in milliseconds. */
const SETTLE_MS = 3_000;
/** What hands over things still under way, before the last delivery. */
const lastCalls = new Set<() => void>();
/** Told when the server does not know whose a write is. */
let onUnauthorised = () => {};
/** Whose writes this page sends: nobody's once they are gone, lest one be sent as the next person's. */
let sender: string | undefined;
let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls back with the fate of every request sent from the outbox; returns how to stop. */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back before somebody who leaves has what they did sent, to hand over the rest; returns how to stop. */
export function onLastCall(handOver: () => void): () => void {
  lastCalls.add(handOver);
  return () => lastCalls.delete(handOver);
}

/** Sends what waits for a person who is about to leave, and says how much could not be sent in that time. */
export async function settle(owner: string): Promise<number> {
  for (const handOver of lastCalls) handOver();
  await Promise.race([takeUp(owner), new Promise((over) => setTimeout(over, SETTLE_MS))]);
  // Storage is refused: nothing waits there.
  return store.all(owner).then(
    ({ length }) => length,
    () => 0,
  );
}

/**
 * Keeps a write on the device, then sends it: now, or once the network returns.
 * Resolves when the write is kept, not when the server has it. The server honours the body's own
 * id or instant, so that a request delivered twice counts once.
 * @throws when storage is refused, or the person signed out meanwhile.
 */
export async function enqueue<R extends OutboxRoute>(
  route: R,
  owner: string,
  input: InputOf<R>,
): Promise<string> {
  if (hasLeft()) throw new Error('signed out');
  const { params, body } = input as { params?: object; body?: unknown };
  const key = crypto.randomUUID();
  await store.add({ key, owner, route, params: params ?? {}, body });
  void drain(owner);
  return key;
}

/**
 * Notes a write that may yet change, under a key of its own, so that it is sent even when its page ends
 * before it is enqueued. `final` where the page may be ending now. Returns what forgets it.
 */
export function noteDown<R extends OutboxRoute>(
  route: R,
  owner: string,
  input: InputOf<R>,
  { key, final }: { key: string; final: boolean },
): () => void {
  const { params, body } = input as { params?: object; body?: unknown };
  if (!hasLeft()) note({ key, owner, route, params: params ?? {}, body }, final);
  return () => forgetNote(key);
}

/** What waits of this person for one route, oldest first. */
export async function waiting(owner: string, route: OutboxRoute): Promise<unknown[]> {
  await takeUpNotes(owner);
  const requests = await store.all(owner);
  return requests.filter((request) => request.route === route).map(({ body }) => body);
}

/**
 * Forgets what waits on this device: everybody's, or that of other people than `owner`. What somebody wrote
 * about their health is not left to whoever comes next.
 */
export async function forgetOutbox(owner?: string): Promise<void> {
  forgetNotes(owner);
  // Storage is refused: nothing could be kept, so nothing is left.
  await store.clear(owner).catch(() => {});
}

/** Brings what pages that are gone noted down into the store. */
async function takeUpNotes(owner: string): Promise<void> {
  for (const request of abandonedNotes(owner)) {
    // Already there when another tab was first.
    await store.add(request).catch(() => {});
    forgetNote(request.key);
  }
}

/** Sends all that waits for this person, with what stepped aside and what was only noted down. */
async function takeUp(owner: string): Promise<void> {
  await store
    .revive(owner, MOST_FAILURES)
    .then(() => takeUpNotes(owner))
    .catch(() => {});
  await drain(owner);
}

/**
 * Sends what waits for this person, oldest first, one request at a time across all tabs. A request on
 * which the server broke too often is left where it is, and those behind it go on.
 */
async function drain(owner: string): Promise<void> {
  clearTimeout(timer);
  const reached = await exclusively(async () => {
    for (;;) {
      const request = await store.first(owner, MOST_FAILURES);
      if (!request || owner !== sender) return true;
      if (!(await deliver(request))) return false;
    }
  });
  if (reached) {
    attempts = 0;
    return;
  }
  const wait = RETRY_MS[Math.min(attempts++, RETRY_MS.length - 1)];
  timer = setTimeout(() => void drain(owner), wait);
}

/** True when the next request may be sent, whether this one was accepted or not. */
async function deliver(request: StoredRequest): Promise<boolean> {
  const method = request.route.slice(0, request.route.indexOf(' '));
  try {
    const reply = await send(method, urlOf(request.route, request.params), request.body);
    await store.remove(request.key);
    announce(request, { reply });
    return true;
  } catch (error) {
    const fate = fateOf(error);
    if ((error as ApiError).status === 401) {
      // Nothing but a sign-in helps, and that sends what waits by itself.
      attempts = RETRY_MS.length;
      onUnauthorised();
    }
    if (fate === 'wait') return false;
    if (fate === 'refused') await store.remove(request.key);
    else if ((await store.fail(request)) < MOST_FAILURES) return false;
    announce(request, { error: error as ApiError });
    return true;
  }
}

function announce(request: StoredRequest, outcome: Parameters<Listener>[1]): void {
  for (const listener of listeners) listener(request, outcome);
}

function exclusively<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context; over plain HTTP on another host one tab at a time has to do.
  return 'locks' in navigator ? navigator.locks.request('envol-outbox', work) : work();
}

/**
 * Sends what waits whenever the network returns; returns how to stop. `onLost` is told when the server no
 * longer knows the person, whose writes wait until they are back.
 */
export function drainWhenOnline(owner: string, onLost: () => void): () => void {
  onUnauthorised = onLost;
  sender = owner;
  const onOnline = () => {
    attempts = 0;
    void drain(owner);
  };
  addEventListener('online', onOnline);
  void takeUp(owner);
  return () => {
    removeEventListener('online', onOnline);
    clearTimeout(timer);
    sender = undefined;
  };
}
