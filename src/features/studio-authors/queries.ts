import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudioAuthor, AuthorTexts } from '#shared/contract/admin-authors.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const AUTHORS_KEY = ['/api/admin/authors'] as const;
const buildAuthorKey = (id: string) => [`/api/admin/authors/${id}`] as const;

/** Query of the authors, by name. */
export function useAuthors() {
  return useQuery<ReplyOf<'GET /api/admin/authors'>>({ queryKey: AUTHORS_KEY, staleTime: 0 });
}

/**
 * Query of one author in both languages. Not refetched while the form is open, so that what was typed is never
 * replaced.
 */
export function useAuthor(id: string) {
  return useQuery<StudioAuthor>({
    queryKey: buildAuthorKey(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/**
 * Mutation that fetches an author as stored now, to compare it with the form after an edit conflict; the cache stays as
 * it is.
 */
export const useFetchStoredAuthor = () =>
  useMutation({
    mutationFn: (id: string) => api('GET /api/admin/authors/:id', { params: { id } }),
  });

/** Mutation that sets an author's portrait to an uploaded picture, or removes it with a null `uploadId`. */
export function useChangePortrait(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; uploadId: string | null }) =>
      api('PUT /api/admin/authors/:id/portrait', { params: { id }, body }),
    onSuccess: (author) => {
      queryClient.setQueryData(buildAuthorKey(id), author);
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
    },
  });
}

/** Mutation that saves an author; creates one for an empty id. */
export function useSaveAuthor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, texts }: { id: string; version: number; texts: AuthorTexts }) =>
      id === ''
        ? api('POST /api/admin/authors', { body: { texts } })
        : api('PUT /api/admin/authors/:id', { params: { id }, body: { version, texts } }),
    onSuccess: (author) => {
      queryClient.setQueryData(buildAuthorKey(author.id), author);
      void queryClient.invalidateQueries({ queryKey: AUTHORS_KEY });
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
    },
  });
}
