import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { useRefetchPlanAndDashboard } from '#web/lib/refetch-plan.ts';

const SUPPORT_KEY = ['/api/support'] as const;

export type SupportOverview = ReplyOf<'GET /api/support'>;

/**
 * Returns whether the person may ask the support a question: they have a pass, and support is offered. False until the
 * router has loaded the subscription.
 */
export function useCanAskSupport(): boolean {
  const { data } = useQuery({ ...subscriptionQuery, enabled: false });
  return data?.hasActiveAccess === true && data.isSupported;
}

/** Query of who answers support questions, and of the person's own questions. */
export const useSupport = () => useQuery<SupportOverview>({ queryKey: SUPPORT_KEY, staleTime: 0 });

/** Query of the session that a new support question is to be about; not fetched without an id. */
export function useSessionAskedAbout(id: string | null) {
  return useQuery<ContentDetail>({
    queryKey: [`/api/contents/${encodeURIComponent(id ?? '')}`],
    enabled: id !== null,
  });
}

/** What a person sends: to a question, or as a new one, which may be about a session. */
export interface MessageToSend {
  id: string;
  text: string;
  questionId: string | null;
  contentId: string | null;
}

/**
 * Mutation that sends a new question, or with `questionId` a further message to that question. `id` is chosen by the
 * caller for the message, so that sending it twice stores it once.
 */
export function useSendSupportMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text, questionId, contentId }: MessageToSend) =>
      questionId === null
        ? api('POST /api/support/questions', { body: { id, text, contentId } })
        : api('POST /api/support/questions/:id/messages', {
            params: { id: questionId },
            body: { id, text },
          }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SUPPORT_KEY }),
  });
}

/**
 * Mutation that reports up to which message a support question was read. The page is not refetched: what is new stays
 * marked until it is opened again.
 */
export function useMarkAnswersRead() {
  const refreshToday = useRefetchPlanAndDashboard();
  return useMutation({
    mutationFn: ({ id, messageId }: { id: string; messageId: string }) =>
      api('PUT /api/support/questions/:id/reading', { params: { id }, body: { messageId } }),
    onSuccess: refreshToday,
  });
}
