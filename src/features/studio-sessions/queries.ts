import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { isRecordingIntactOrUncheckable } from '#web/features/downloads/engine/recordings.ts';
import { uploadFile } from '#web/features/studio-uploads/engine/send-file.ts';
import { api, ApiError, type InputOf, type ReplyOf } from '#web/lib/api.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { ImportedSession } from './engine/session-files.ts';

const LIST_KEY = '/api/admin/contents';
const buildSessionKey = (id: string) => [`/api/admin/contents/${id}`] as const;
const buildVersionsKey = (id: string) => [`/api/admin/contents/${id}/versions`] as const;

export type SessionListFilter = Omit<
  InputOf<'GET /api/admin/contents'>['query'],
  'limit' | 'offset'
>;

const PAGE_SIZE = 30;

/** Query of the admin's list of sessions by a filter, unpublished ones included, in pages of 30. */
export function useSessionList(filter: SessionListFilter) {
  return useInfiniteQuery({
    queryKey: [LIST_KEY, filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/contents', {
        query: { ...filter, limit: PAGE_SIZE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * PAGE_SIZE : null),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Query of one session. Not refetched while the editor is open, so that what was typed is never replaced. */
export const useStudioSession = (id: string) =>
  useQuery<StudioSession>({ queryKey: buildSessionKey(id), ...KEPT_WHILE_SHOWN });

/** Fetches a session as stored now; the cache stays as it is. */
export const fetchSession = (id: string) => api('GET /api/admin/contents/:id', { params: { id } });

/** Mutation that fetches a session as stored now; the cache stays as it is. */
export const useFetchStoredSession = () => useMutation({ mutationFn: fetchSession });

/** Fetches every session in full, by title, for an export; one request at a time. */
export async function fetchAllSessions(): Promise<StudioSession[]> {
  const found: StudioSession[] = [];
  for (let offset = 0; ; offset += 100) {
    const query = { sort: 'title' as const, limit: 100, offset };
    const { sessions, hasMore } = await api('GET /api/admin/contents', { query });
    for (const { id } of sessions) found.push(await fetchSession(id));
    if (!hasMore) return found;
  }
}

function useSessionMutation<Input>(change: (input: Input) => Promise<StudioSession>) {
  const queryClient = useQueryClient();
  const refetch = useRefetchSessions();
  return useMutation({
    mutationFn: change,
    onSuccess: (session) => {
      queryClient.setQueryData(buildSessionKey(session.id), session);
      void queryClient.invalidateQueries({ queryKey: buildVersionsKey(session.id) });
      refetch();
    },
  });
}

/** Mutation that saves a session as a new version; creates one for an empty id. Saving publishes nothing. */
export function useSaveSession() {
  return useSessionMutation(
    ({ id, version, source }: Pick<StudioSession, 'id' | 'version' | 'source'>) =>
      id === ''
        ? api('POST /api/admin/contents', { body: { source } })
        : api('PUT /api/admin/contents/:id', { params: { id }, body: { version, source } }),
  );
}

/** Mutation that publishes, schedules, unschedules or unpublishes a session. */
export function useChangeSessionPublicationState(id: string) {
  return useSessionMutation((body: InputOf<'PUT /api/admin/contents/:id/state'>['body']) =>
    api('PUT /api/admin/contents/:id/state', { params: { id }, body }),
  );
}

/** Mutation that deletes a session that was never published. */
export function useDeleteSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<StudioSession, 'id' | 'version'>) =>
      api('DELETE /api/admin/contents/:id', { params: { id }, query: { version } }),
    onSuccess: (_reply, { id }) => {
      queryClient.removeQueries({ queryKey: buildSessionKey(id) });
      for (const key of [LIST_KEY, '/api/admin/audit'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Mutation that sets a session's recording to an uploaded file, or removes it with a null `uploadId`. */
export function useSetRecording(id: string) {
  return useSessionMutation((body: InputOf<'PUT /api/admin/contents/:id/recording'>['body']) =>
    api('PUT /api/admin/contents/:id/recording', { params: { id }, body }),
  );
}

const buildFormerKey = (id: string) => [`/api/admin/contents/${id}/former-recordings`] as const;

/** Query of the recordings of a session that were replaced or removed, newest first; while `isOpen`. */
export const useFormerRecordings = (id: string, isOpen: boolean) =>
  useQuery<ReplyOf<'GET /api/admin/contents/:id/former-recordings'>>({
    queryKey: buildFormerKey(id),
    staleTime: 0,
    enabled: isOpen,
  });

/** Mutation that makes a former recording of a session the present one again. */
export function useRestoreFormerRecording(id: string) {
  return useSessionMutation(
    (body: InputOf<'PUT /api/admin/contents/:id/former-recordings'>['body']) =>
      api('PUT /api/admin/contents/:id/former-recordings', { params: { id }, body }),
  );
}

/**
 * Fetches the content of a recording.
 * @throws {ApiError} when it cannot be fetched, or something else came
 */
export async function fetchRecording(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => null);
  if (response && !response.ok) throw new ApiError(response.status, response.statusText);
  const content = await response?.blob();
  if (!content || !(await isRecordingIntactOrUncheckable(content, url)))
    throw new ApiError(0, 'network');
  return content;
}

/**
 * Imports one session: as a draft, or, if the slug exists, as its next version. Its recordings are sent first, so that
 * the server takes it whole or not at all.
 */
export async function importSession({ slug, source, recordings }: ImportedSession): Promise<void> {
  const sent: InputOf<'POST /api/admin/content-imports'>['body']['recordings'] = {};
  for (const language of LANGUAGES) {
    const recording = recordings[language];
    if (!recording) continue;
    const { sha256, origin, spans } = recording;
    // Named by its content: the same upload goes on when it is imported again.
    const file = new File([recording.file], sha256, { lastModified: 0 });
    const uploadId = await uploadFile(file, () => {}, new AbortController().signal);
    sent[language] = { uploadId, sha256, origin, spans };
  }
  await api('POST /api/admin/content-imports', { body: { slug, source, recordings: sent } });
}

/** Returns a function that refetches everything that shows sessions, to call after an import. */
export function useRefetchSessions() {
  const queryClient = useQueryClient();
  return () => {
    for (const key of [LIST_KEY, '/api/admin/audit', '/api/contents'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
}

/** Query of the saved versions of a session; fetched while `isOpen`. */
export function useSessionVersions(id: string, isOpen: boolean) {
  return useQuery<ReplyOf<'GET /api/admin/contents/:id/versions'>>({
    queryKey: buildVersionsKey(id),
    enabled: isOpen && id !== '',
    staleTime: 0,
  });
}

/** Query of one saved version of a session; not fetched while `number` is null. */
export function useSessionVersion(id: string, number: number | null) {
  return useQuery({
    queryKey: [`/api/admin/contents/${id}/version`, number],
    queryFn: ({ signal }) =>
      api('GET /api/admin/contents/:id/version', {
        params: { id },
        query: { number: number ?? 0 },
        signal,
      }),
    enabled: number !== null,
    staleTime: Infinity,
  });
}

const buildLinksKey = (id: string) => [`/api/admin/contents/${id}/preview-links`] as const;

/** Query of the preview links of a session that have not expired. */
export const usePreviewLinks = (id: string) =>
  useQuery<ReplyOf<'GET /api/admin/contents/:id/preview-links'>>({
    queryKey: buildLinksKey(id),
    staleTime: 0,
  });

function usePreviewLinkMutation<Input, Reply extends { links: unknown }>(
  id: string,
  send: (input: Input) => Promise<Reply>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ links }) => {
      queryClient.setQueryData(buildLinksKey(id), { links });
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
    },
  });
}

/** Mutation that creates a preview link of a session for so many days; its address is in the reply alone. */
export const useCreatePreviewLink = (id: string) =>
  usePreviewLinkMutation(id, (days: number) =>
    api('POST /api/admin/contents/:id/preview-links', { params: { id }, body: { days } }),
  );

/** Mutation that ends every preview link of a session. */
export const useEndPreviewLinks = (id: string) =>
  usePreviewLinkMutation<void, ReplyOf<'POST /api/admin/contents/:id/preview-links/end'>>(id, () =>
    api('POST /api/admin/contents/:id/preview-links/end', { params: { id } }),
  );
