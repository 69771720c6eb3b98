import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NarrationRun, NarrationRunAction } from '#shared/contract/admin-narration.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const PLAN_KEY = ['/api/admin/narration'] as const;
const RUN_KEY = ['/api/admin/narration/runs'] as const;
/** How often a run that speaks is asked for. */
const POLL_MS = 2_000;

/** Query of what is missing and what it costs. */
export const useNarrationPlan = () =>
  useQuery<ReplyOf<'GET /api/admin/narration'>>({ queryKey: PLAN_KEY, staleTime: 0 });

/** Query of the latest run; refetched every 2 s while it speaks. */
export const useNarrationRun = () =>
  useQuery<{ run: NarrationRun | null }>({
    queryKey: RUN_KEY,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? POLL_MS : false),
  });

function useRunMutation<Input>(send: (input: Input) => Promise<{ run: NarrationRun }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (reply) => queryClient.setQueryData(RUN_KEY, reply),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PLAN_KEY }),
  });
}

/** Mutation that starts to speak what is missing. */
export const useStartRun = () =>
  useRunMutation((body: { ceiling: number | null; publishes: boolean }) =>
    api('POST /api/admin/narration/runs', { body }),
  );

/** Mutation that pauses, resumes or cancels a run, or tries its failures again. */
export const useChangeRun = (id: string) =>
  useRunMutation((body: { action: NarrationRunAction; ceiling?: number | null }) =>
    api('PUT /api/admin/narration/runs/:id', { params: { id }, body }),
  );
