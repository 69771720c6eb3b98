import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkSessionChange, BulkReply } from '#shared/contract/admin-bulk.ts';
import type { WordSearch } from '#shared/rules/find-words.ts';
import type { Language } from '#shared/rules/languages.ts';
import { api } from '#web/lib/api.ts';
import type { BulkResult, ChosenSession } from './model.ts';
import { splitIntoBatches } from './model.ts';

const WORDS_KEY = '/api/admin/content-words';
const PAGE_SIZE = 30;

/** Words that are looked for, in one language or in all. */
export interface WordFilter extends WordSearch {
  language?: Language;
}

/** Query of the sessions in whose scripts words stand, in pages. */
export function useSessionsWithWords({ isCaseSensitive, isWholeWord, ...rest }: WordFilter) {
  const query = {
    ...rest,
    isCaseSensitive: isCaseSensitive ? ('true' as const) : ('false' as const),
    isWholeWord: isWholeWord ? ('true' as const) : ('false' as const),
  };
  return useInfiniteQuery({
    queryKey: [WORDS_KEY, query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/content-words', {
        query: { ...query, limit: PAGE_SIZE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * PAGE_SIZE : null),
    staleTime: 0,
  });
}

/** Mutation that sends a change of sessions in as many calls as it takes, and gathers what became of them. */
function useBulkMutation<Input extends { chosen: readonly ChosenSession[] }>(
  send: (input: Input, sessions: { id: string; version: number }[]) => Promise<BulkReply>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<BulkResult> => {
      const result: BulkResult = { changed: 0, refused: [] };
      for (const sessions of splitIntoBatches(input.chosen)) {
        const { changed, refused } = await send(input, sessions);
        result.changed += changed.length;
        for (const { id, code } of refused) {
          const title = input.chosen.find((one) => one.id === id)?.title ?? id;
          result.refused.push({ title, code });
        }
      }
      return result;
    },
    onSettled: () => {
      for (const key of [WORDS_KEY, '/api/admin/contents', '/api/admin/audit', '/api/contents'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Mutation that replaces words in the scripts of the chosen sessions. */
export const useReplaceWords = () =>
  useBulkMutation(
    (
      input: {
        asked: WordFilter;
        replacement: string;
        chosen: readonly ChosenSession[];
      },
      sessions,
    ) =>
      api('POST /api/admin/content-words', {
        body: { ...input.asked, replacement: input.replacement, sessions },
      }),
  );

/** Mutation that publishes, unpublishes, moves or tags the chosen sessions. */
export const useChangeSessions = () =>
  useBulkMutation(
    (input: { change: BulkSessionChange; chosen: readonly ChosenSession[] }, sessions) =>
      api('POST /api/admin/content-changes', { body: { change: input.change, sessions } }),
  );
