import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { removeDownload } from '../engine/download.ts';
import { listMissingRecordings } from '../engine/recordings.ts';
import { listDownloadedSessions } from '../engine/sessions.ts';
import {
  runDownloadUnlessRunning,
  onDownloadStatusChange,
  findUnfinishedDownloadStatus,
  cancelDownload,
  pauseDownload,
} from '../engine/status.ts';
import { countJsonBytes } from '../model.ts';
import { DOWNLOADS_QUERY_KEY, useDownloads } from '../queries.ts';

// Apart from queries.ts, which comes with the player: this comes with what shows downloads.

/**
 * Returns the number of downloads whose recordings the browser has deleted to free space, and `mend`, a mutation that
 * downloads them again.
 */
export function useEvictedDownloads(owner: string) {
  const queryClient = useQueryClient();
  const { data: evicted = [], refetch } = useQuery({
    queryKey: [...DOWNLOADS_QUERY_KEY, owner, 'evicted'],
    queryFn: async () => {
      const recorded = (await listDownloadedSessions(owner)).filter(
        ({ bytes, content }) => content.recordingUrl !== null && bytes > countJsonBytes(content),
      );
      const missing = await listMissingRecordings(
        recorded.flatMap(({ content }) => content.recordingUrl ?? []),
      );
      return recorded.filter(({ content }) => missing.includes(content.recordingUrl ?? ''));
    },
    staleTime: 0,
  });
  const mend = useMutation({
    mutationFn: async () => {
      for (const { content } of evicted) await runDownloadUnlessRunning(owner, content);
      await refetch();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: DOWNLOADS_QUERY_KEY }),
  });
  return { evicted: evicted.length, mend };
}

/**
 * Returns the download of one session: `stored`, its copy on the device, or null; `running`, its state while it is
 * loading, paused or failed, else null; `begin`, which also resumes, `pause`, and `stop`, which discards the part that
 * has arrived.
 */
export function useDownload(content: ContentDetail) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const { data } = useDownloads();
  const getStatus = () => findUnfinishedDownloadStatus(content.id);
  const status = useSyncExternalStore(onDownloadStatusChange, getStatus, getStatus);
  const refresh = () => queryClient.invalidateQueries({ queryKey: DOWNLOADS_QUERY_KEY });
  return {
    running: status,
    stored: data?.find(({ id }) => id === content.id) ?? null,
    begin: async () => {
      await runDownloadUnlessRunning(owner, content);
      await refresh();
    },
    pause: () => pauseDownload(content.id),
    stop: () => cancelDownload(content),
  };
}

/** Mutation that removes downloads, by the ids of their sessions. */
export function useRemoveDownload() {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await removeDownload(owner, id);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: DOWNLOADS_QUERY_KEY }),
  });
}

/**
 * Query of the storage: `free` bytes, null where the browser does not say, and whether it has `promised` not to delete
 * the data.
 */
export function useStorageSpace() {
  return useQuery({
    queryKey: [...DOWNLOADS_QUERY_KEY, 'room'],
    queryFn: async () => {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const promised = (await navigator.storage?.persisted?.()) ?? false;
      const free = quota !== undefined && usage !== undefined ? quota - usage : null;
      return { free, promised };
    },
    staleTime: 0,
  });
}
