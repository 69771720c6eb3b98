import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const SUPPORT_KEY = ['/api/support'] as const;

export type Support = ReplyOf<'GET /api/support'>;

/** Returns whether the person has a pass and somebody is set to answer their questions. */
export function useMayAsk(): boolean {
  const { data } = useQuery({ ...subscriptionQuery, enabled: false });
  return data?.hasActiveAccess === true && data.isSupported;
}

/** Who answers, and the person's own questions. */
export const useSupport = () => useQuery<Support>({ queryKey: SUPPORT_KEY, staleTime: 0 });

/** The session that a question is to be about; nothing without an id. */
export function useAskedSession(id: string | null) {
  return useQuery<ContentDetail>({
    queryKey: [`/api/contents/${encodeURIComponent(id ?? '')}`],
    enabled: id !== null,
  });
}

/** What somebody sends: to a question, or as a new one, which may be about a session. */
export interface Sent {
  id: string;
  text: string;
  questionId: string | null;
  contentId: string | null;
}

/** Sends a question, or a further message about one. */
export function useSendMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text, questionId, contentId }: Sent) =>
      questionId === null
        ? api('POST /api/support/questions', { body: { id, text, contentId } })
        : api('POST /api/support/questions/:id/messages', {
            params: { id: questionId },
            body: { id, text },
          }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SUPPORT_KEY }),
  });
}

/** Tells the server how far a question was read; what is on the page stays marked as new until it is opened again. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: ({ id, messageId }: { id: string; messageId: string }) =>
      api('PUT /api/support/questions/:id/reading', { params: { id }, body: { messageId } }),
  });
