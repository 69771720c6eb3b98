import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  SUPPORT_QUESTION_STATES,
  SavedReply,
  SavedReplyInput,
  StudioQuestion,
  SupportSettings,
  SupportSettingsReply,
} from '#shared/contract/admin-support.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const ROOT = '/api/admin/support';
const INBOX_KEY = [`${ROOT}/questions`] as const;
const SETTINGS_KEY = [`${ROOT}/settings`] as const;
const REPLIES_KEY = [`${ROOT}/replies`] as const;
const buildQuestionKey = (id: string) => [`${ROOT}/questions/${id}`] as const;
const buildReplyKey = (id: string) => [`${ROOT}/replies/${id}`] as const;
/** Of what is being written: it is never replaced by itself. */
const FORM = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const;

export type SupportQuestionState = (typeof SUPPORT_QUESTION_STATES)[number];

/** Query of people's support questions in a state, page by page. */
export function useSupportInbox(state: SupportQuestionState) {
  return useInfiniteQuery({
    queryKey: [...INBOX_KEY, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/support/questions', { query: { state, ...pageParam }, signal }),
    initialPageParam: {},
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** Query of one support question with its messages. */
export const useSupportQuestion = (id: string) =>
  useQuery<StudioQuestion>({ queryKey: buildQuestionKey(id), staleTime: 0 });

function useTakeQuestion() {
  const queryClient = useQueryClient();
  return (question: StudioQuestion) => {
    queryClient.setQueryData(buildQuestionKey(question.id), question);
    void queryClient.invalidateQueries({ queryKey: INBOX_KEY });
    void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
  };
}

interface Answer {
  questionId: string;
  id: string;
  lastMessageId: string;
  text: string;
}

/** Mutation that answers a support question. `lastMessageId` is the last message that the admin saw. */
export const useAnswerQuestion = () =>
  useMutation({
    mutationFn: ({ questionId, ...body }: Answer) =>
      api('POST /api/admin/support/questions/:id/answers', { params: { id: questionId }, body }),
    onSuccess: useTakeQuestion(),
  });

/**
 * Mutation that marks a support question as settled without an answer. `lastMessageId` is the last message that the
 * admin saw.
 */
export const useMarkQuestionSettled = () =>
  useMutation({
    mutationFn: ({ id, lastMessageId }: { id: string; lastMessageId: string }) =>
      api('PUT /api/admin/support/questions/:id/settled', {
        params: { id },
        body: { lastMessageId },
      }),
    onSuccess: useTakeQuestion(),
  });

/**
 * Query of the support settings: who answers, and how soon. Not refetched while the page is open, so that the form
 * keeps what was typed.
 */
export const useSupportSettings = () =>
  useQuery<SupportSettingsReply>({ queryKey: SETTINGS_KEY, ...FORM });

/**
 * Mutation that fetches the settings as stored now, to compare them with the form after a conflict; the cache stays as
 * it is.
 */
export const useFetchStoredSupportSettings = () =>
  useMutation({ mutationFn: () => api('GET /api/admin/support/settings') });

/** Mutation that saves the support settings. */
export function useSaveSupportSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; settings: SupportSettings }) =>
      api('PUT /api/admin/support/settings', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(SETTINGS_KEY, saved);
      for (const key of ['/api/admin/audit', '/api/subscription-status', '/api/support'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Query of the saved replies, by title. */
export const useSavedReplies = () =>
  useQuery<ReplyOf<'GET /api/admin/support/replies'>>({ queryKey: REPLIES_KEY, staleTime: 0 });

/** Query of one saved reply. Not refetched while the form is open, so that what was typed is never replaced. */
export const useSavedReply = (id: string) =>
  useQuery<SavedReply>({ queryKey: buildReplyKey(id), ...FORM });

/**
 * Mutation that fetches a saved reply as stored now, to compare it with the form after an edit conflict; the cache
 * stays as it is.
 */
export const useFetchStoredSavedReply = () =>
  useMutation({
    mutationFn: (id: string) => api('GET /api/admin/support/replies/:id', { params: { id } }),
  });

function useForgetReplies() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: REPLIES_KEY });
    void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
  };
}

/** Mutation that saves a saved reply; creates one for an empty id. */
export function useSaveSavedReply() {
  const queryClient = useQueryClient();
  const forget = useForgetReplies();
  return useMutation({
    mutationFn: ({ id, version, reply }: { id: string; version: number; reply: SavedReplyInput }) =>
      id === ''
        ? api('POST /api/admin/support/replies', { body: { reply } })
        : api('PUT /api/admin/support/replies/:id', { params: { id }, body: { version, reply } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(buildReplyKey(saved.id), saved);
      forget();
    },
  });
}

/** Mutation that deletes a saved reply; refused if it was changed since the version that the admin saw. */
export const useDeleteSavedReply = () =>
  useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api('DELETE /api/admin/support/replies/:id', { params: { id }, query: { version } }),
    onSuccess: useForgetReplies(),
  });
