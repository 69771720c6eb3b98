import type { QueryClient } from '@tanstack/react-query';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { isUnreachable, type Kept } from '../model.ts';
import { drop, noteWay, renew, tidy } from './keep.ts';
import { listSessions } from './sessions.ts';
import { announceWithdrawn } from './withdrawn.ts';

const ONE_SESSION = /^\/api\/contents\/[^/?]+$/;

/** Brings one download up to date. Resolves to whether it changed. @throws when nobody could be reached. */
async function refresh(owner: string, kept: Kept): Promise<boolean> {
  try {
    return await renew(kept, await api('GET /api/contents/:id', { params: { id: kept.id } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'content_not_found') throw error;
    await drop(owner, kept.id);
    announceWithdrawn(kept.content.title);
    return true;
  }
}

/** Brings all downloads up to date, one after another; stops where the network does. */
async function refreshAll(owner: string, onChange: () => void): Promise<void> {
  for (const kept of await listSessions(owner)) {
    try {
      if (await refresh(owner, kept)) onChange();
    } catch (error) {
      // A full device or one odd session leaves the old download as it is, and the others go on.
      if (isUnreachable(error) && error instanceof ApiError) return;
    }
  }
}

/**
 * Looks after a person's downloads while the app is open: notes what they do in them, and compares them
 * with the server's now and whenever the network returns. Returns how to stop.
 */
export function follow(queryClient: QueryClient, owner: string, onChange: () => void): () => void {
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    if (!ONE_SESSION.test(String(queryKey[0])) || !state.data) return;
    noteWay(owner, state.data as ContentDetail).catch(() => {});
  });
  tidy(owner).catch(() => {});
  const check = () => void refreshAll(owner, onChange);
  if (navigator.onLine) check();
  addEventListener('online', check);
  return () => {
    stop();
    removeEventListener('online', check);
  };
}
