import { openStore } from './outbox-store.ts';

/** Forgets what waits of this person for these routes: the server keeps nothing of the kind any more. */
export async function forgetWaiting(owner: string, routes: readonly string[]): Promise<void> {
  const store = openStore();
  // Storage is refused: nothing could be kept, so nothing is left.
  for (const { key, route } of await store.all(owner).catch(() => []))
    if (routes.includes(route)) await store.remove(key);
}
