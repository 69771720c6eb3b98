import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  QUESTION_STATES,
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

export type QuestionState = (typeof QUESTION_STATES)[number];

/** The questions in a state, page by page. */
export function useInbox(state: QuestionState) {
  return useInfiniteQuery({
    queryKey: [...INBOX_KEY, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/support/questions', { query: { state, ...pageParam }, signal }),
    initialPageParam: {},
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** One question with its messages. */
export const useQuestion = (id: string) =>
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

/** Answers a question. */
export const useAnswer = () =>
  useMutation({
    mutationFn: ({ questionId, ...body }: Answer) =>
      api('POST /api/admin/support/questions/:id/answers', { params: { id: questionId }, body }),
    onSuccess: useTakeQuestion(),
  });

/** Takes a question out of what waits, without an answer. */
export const useSettle = () =>
  useMutation({
    mutationFn: ({ id, lastMessageId }: { id: string; lastMessageId: string }) =>
      api('PUT /api/admin/support/questions/:id/settled', {
        params: { id },
        body: { lastMessageId },
      }),
    onSuccess: useTakeQuestion(),
  });

/** Who answers, and how soon, as it was when the page was opened. */
export const useSettings = () =>
  useQuery<SupportSettingsReply>({ queryKey: SETTINGS_KEY, ...FORM });

/** Fetches the settings as somebody else has saved them meanwhile. */
export const useRereadSettings = () =>
  useMutation({ mutationFn: () => api('GET /api/admin/support/settings') });

/** Saves who answers, and how soon. */
export function useSaveSettings() {
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

/** The saved replies, by title. */
export const useReplies = () =>
  useQuery<ReplyOf<'GET /api/admin/support/replies'>>({ queryKey: REPLIES_KEY, staleTime: 0 });

/** One saved reply, as it was when the page was opened. */
export const useReply = (id: string) =>
  useQuery<SavedReply>({ queryKey: buildReplyKey(id), ...FORM });

/** Fetches a saved reply as somebody else has saved it meanwhile. */
export const useRereadReply = () =>
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

/** Saves a reply; without an id it is a new one. */
export function useSaveReply() {
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

/** Deletes a saved reply. */
export const useDeleteReply = () =>
  useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api('DELETE /api/admin/support/replies/:id', { params: { id }, query: { version } }),
    onSuccess: useForgetReplies(),
  });
