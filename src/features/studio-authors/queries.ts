import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuthorReply, AuthorTexts } from '#shared/contract/admin-authors.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const AUTHORS_KEY = ['/api/admin/authors'] as const;
const buildAuthorKey = (id: string) => [`/api/admin/authors/${id}`] as const;

/** Lists the authors by name. */
export function useAuthors() {
  return useQuery<ReplyOf<'GET /api/admin/authors'>>({ queryKey: AUTHORS_KEY, staleTime: 0 });
}

/** One author in both languages, as it was when the page was opened: what is written is never replaced by itself. */
export function useAuthor(id: string) {
  return useQuery<AuthorReply>({
    queryKey: buildAuthorKey(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** Fetches an author as somebody else has saved it meanwhile. */
export const useRereadAuthor = () =>
  useMutation({
    mutationFn: (id: string) => api('GET /api/admin/authors/:id', { params: { id } }),
  });

/** Puts a picture that was sent to an author, or takes it away. */
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

/** Saves an author; without an id it is a new one. */
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
