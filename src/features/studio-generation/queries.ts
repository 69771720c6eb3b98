import { useQuery } from '@tanstack/react-query';
import type { Brief } from '#shared/contract/admin-generation.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';
import { isGenerationUnfinished } from './model.ts';

const KEY = ['/api/admin/generations'] as const;
/** How often work under way is asked for. */
const POLL_MS = 2_000;

/** Query of the drafts and narrations requested; refetched every 2 s while one is waiting or under way. */
export function useGenerations() {
  return useQuery<ReplyOf<'GET /api/admin/generations'>>({
    queryKey: KEY,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.generations.some(isGenerationUnfinished) ? POLL_MS : false,
  });
}

const useWork = <Input, Reply>(start: (input: Input) => Promise<Reply>) =>
  useChange(start, { refetches: KEY });

/** Mutation that requests a draft for a brief; it is written in the background. */
export const useStartDraft = () =>
  useWork((body: Brief) => api('POST /api/admin/generations', { body }));

/** Mutation that requests a narration of a session's script in one language; it is made in the background. */
export const useStartNarration = (id: string) =>
  useWork((body: InputOf<'POST /api/admin/contents/:id/narration'>['body']) =>
    api('POST /api/admin/contents/:id/narration', { params: { id }, body }),
  );

/** Mutation that cancels a generation that is waiting or under way, by its id. */
export const useCancelGeneration = () =>
  useWork((id: string) => api('POST /api/admin/generations/:id/cancel', { params: { id } }));
