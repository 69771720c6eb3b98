import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import type { ApiError, InputOf } from '#web/lib/api.ts';
import { getRefusalKey } from './cache-overlay.ts';
import { queueWrite, type SyncedWrite } from './synced-write.ts';

/**
 * Returns a function that writes to one route for `owner`: applied to the cache at once, stored on the device, and
 * sent. `refused` is the server's error for the last such write that affects the queries under `scope`, or null; it
 * stays when the component is unmounted meanwhile.
 */
export function useSyncedWrite<Route extends QueuedRoute, Data>(
  definition: SyncedWrite<Route, Data>,
  owner: string,
  scope: QueryKey,
): { write: (input: InputOf<Route>) => void; refused: ApiError | null } {
  const { data: refused = null } = useQuery<ApiError | null>({
    queryKey: getRefusalKey(definition.route, scope),
    enabled: false,
  });
  const write = useCallback(
    (input: InputOf<Route>) => queueWrite(definition, owner, input),
    [definition, owner],
  );
  return { write, refused };
}
