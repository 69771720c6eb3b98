import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { useIsOnline } from '#web/lib/device.ts';
import {
  cancelCollectionDownload,
  estimateCollectionBytes,
  findUnfinishedCollectionStatus,
  onCollectionStatusChange,
  pauseCollectionDownload,
  startCollectionDownload,
} from '../engine/collection.ts';
import { DOWNLOADS_QUERY_KEY, useDownloads } from '../queries.ts';
import { useRemoveDownload } from './use-download.ts';

/**
 * Returns the download of several sessions under one key: the sessions `stored`, how many are `missing`, the `status`,
 * an `estimate` in bytes (null when unknown), and functions to begin or continue, pause, stop and remove it.
 */
export function useCollectionDownload(key: string, ids: readonly string[]) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { data = [] } = useDownloads();
  const isOnline = useIsOnline();
  const getStatus = () => findUnfinishedCollectionStatus(key);
  const status = useSyncExternalStore(onCollectionStatusChange, getStatus, getStatus);
  const stored = data.filter(({ id }) => ids.includes(id));
  const missing = ids.filter((id) => !stored.some((one) => one.id === id));
  const { data: estimate = null } = useQuery({
    queryKey: [...DOWNLOADS_QUERY_KEY, owner, 'estimate', ...missing],
    queryFn: () => estimateCollectionBytes(missing),
    enabled: isOnline && missing.length > 0 && status === null,
  });
  const refresh = () =>
    void queryClient.invalidateQueries({ queryKey: [...DOWNLOADS_QUERY_KEY, owner] });
  const remove = useRemoveDownload();
  return {
    status,
    stored,
    missing: missing.length,
    estimate,
    begin: () => void startCollectionDownload(key, owner, ids, refresh),
    pause: () => pauseCollectionDownload(key),
    stop: () => cancelCollectionDownload(key),
    remove: () => remove.mutate(stored.map(({ id }) => id)),
    hasRemoveFailed: remove.isError,
  };
}
