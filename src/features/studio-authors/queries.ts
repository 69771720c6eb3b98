import { useQuery } from '@tanstack/react-query';
import type { StudioAuthor, AuthorTexts } from '#shared/contract/admin-authors.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

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
export const useAuthor = (id: string) =>
  useQuery<StudioAuthor>({ queryKey: buildAuthorKey(id), ...KEPT_WHILE_SHOWN });

/** Mutation that sets an author's portrait to an uploaded picture, or removes it with a null `uploadId`. */
export const useChangePortrait = (id: string) =>
  useChange(
    (body: { version: number; uploadId: string | null }) =>
      api('PUT /api/admin/authors/:id/portrait', { params: { id }, body }),
    { replaces: buildAuthorKey(id), outdates: ['/api/admin/audit'] },
  );

/** Mutation that saves an author; creates one for an empty id. */
export const useSaveAuthor = () =>
  useChange(
    ({ id, version, texts }: { id: string; version: number; texts: AuthorTexts }) =>
      id === ''
        ? api('POST /api/admin/authors', { body: { texts } })
        : api('PUT /api/admin/authors/:id', { params: { id }, body: { version, texts } }),
    {
      replaces: ({ id }) => buildAuthorKey(id),
      outdates: [AUTHORS_KEY[0], '/api/admin/audit'],
    },
  );
