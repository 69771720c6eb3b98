import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProgramSource, StudioProgram } from '#shared/contract/admin-programs.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

type ProgramList = ReplyOf<'GET /api/admin/programs'>;

const LIST_KEY = ['/api/admin/programs'] as const;
const buildProgramKey = (id: string) => [`/api/admin/programs/${id}`] as const;

/** Lists the programs in their order, those that nobody sees too. */
export const useStudioPrograms = () => useQuery<ProgramList>({ queryKey: LIST_KEY, staleTime: 0 });

/** One program as it was when the page was opened: what is written is never replaced by itself. */
export function useStudioProgram(id: string) {
  return useQuery<StudioProgram>({
    queryKey: buildProgramKey(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/**
 * Mutation that fetches a program as it is stored, to compare it with what is being written after a conflict; the
 * cache stays as it is.
 */
export const useRereadProgram = () =>
  useMutation({
    mutationFn: (id: string) => api('GET /api/admin/programs/:id', { params: { id } }),
  });

/** A program as it is to be saved; without an id it is a new one. */
export interface ProgramChange {
  id: string;
  version: number;
  source: ProgramSource;
  isShown: boolean;
}

export function useSaveProgram() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ProgramChange) =>
      id === ''
        ? api('POST /api/admin/programs', { body: { source: body.source } })
        : api('PUT /api/admin/programs/:id', { params: { id }, body }),
    onSuccess: (program) => {
      queryClient.setQueryData(buildProgramKey(program.id), program);
      for (const key of [LIST_KEY, ['/api/admin/audit'], ['/api/programs']])
        void queryClient.invalidateQueries({ queryKey: key });
    },
  });
}

/** Saves another order of the programs; what was seen is shown again when somebody else has changed it. */
export function useOrderPrograms() {
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

/** How many people a change of the lessons meets. */
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

/** Searches the sessions that people see by title. */
export function useFoundSessions(search: string) {
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
