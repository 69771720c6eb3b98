import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProgramSource, StudioProgram } from '#shared/contract/admin-programs.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

type ProgramList = ReplyOf<'GET /api/admin/programs'>;

const LIST_KEY = ['/api/admin/programs'] as const;
const buildProgramKey = (id: string) => [`/api/admin/programs/${id}`] as const;

/** Query of all programs in their order, those not shown included. */
export const useStudioPrograms = () => useQuery<ProgramList>({ queryKey: LIST_KEY, staleTime: 0 });

/** Query of one program. Not refetched while the form is open, so that what was typed is never replaced. */
export const useStudioProgram = (id: string) =>
  useQuery<StudioProgram>({ queryKey: buildProgramKey(id), ...KEPT_WHILE_SHOWN });

/** A program as it is to be saved; without an id it is a new one. */
export interface ProgramToSave {
  id: string;
  version: number;
  source: ProgramSource;
  isShown: boolean;
}

/** Mutation that saves a program; creates one for an empty id. */
export const useSaveProgram = () =>
  useChange(
    ({ id, ...body }: ProgramToSave) =>
      id === ''
        ? api('POST /api/admin/programs', { body: { source: body.source } })
        : api('PUT /api/admin/programs/:id', { params: { id }, body }),
    {
      replaces: ({ id }) => buildProgramKey(id),
      outdates: [LIST_KEY[0], '/api/admin/audit', '/api/programs'],
    },
  );

/**
 * Mutation that saves a new order of the programs, shown at once. `seen` is the order before; if the change is refused,
 * the server's order is shown again.
 */
export function useReorderPrograms() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { seen: string[]; order: string[] }) =>
      api('PUT /api/admin/program-order', { body }),
    onMutate: ({ order }) => {
      const before = queryClient.getQueryData<ProgramList>(LIST_KEY);
      const programs = order.flatMap((id) => before?.programs.find((one) => one.id === id) ?? []);
      queryClient.setQueryData(LIST_KEY, { programs });
    },
    onSuccess: (list) => queryClient.setQueryData(LIST_KEY, list),
    onError: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** Query of how many people a change of a program's lessons would affect, and how; fetched while `isAsked`. */
export function useProgramEffects(id: string, lessons: string[], isAsked: boolean) {
  return useQuery({
    queryKey: [`/api/admin/programs/${id}/effects`, lessons],
    queryFn: () =>
      api('POST /api/admin/programs/:id/effects', { params: { id }, body: { lessons } }),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
}

const MAX_PROPOSED = 8;

/** Query of the first eight published sessions whose title matches a search; not fetched for an empty one. */
export function useSessionSearch(search: string) {
  return useQuery({
    queryKey: ['/api/admin/contents', 'titles', search],
    queryFn: ({ signal }) =>
      api('GET /api/admin/contents', {
        query: { search, state: 'published', sort: 'title', limit: MAX_PROPOSED },
        signal,
      }),
    enabled: search.trim() !== '',
    placeholderData: (before) => before,
  });
}
