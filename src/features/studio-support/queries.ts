import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  SUPPORT_QUESTION_STATES,
  SavedReply,
  SavedReplyInput,
  StudioQuestion,
  SupportSettings,
  SupportSettingsReply,
} from '#shared/contract/admin-support.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

const ROOT = '/api/admin/support';
const INBOX_KEY = [`${ROOT}/questions`] as const;
const SETTINGS_KEY = [`${ROOT}/settings`] as const;
const REPLIES_KEY = [`${ROOT}/replies`] as const;
const buildQuestionKey = (id: string) => [`${ROOT}/questions/${id}`] as const;
const buildReplyKey = (id: string) => [`${ROOT}/replies/${id}`] as const;

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

const QUESTION_CHANGED = {
  replaces: ({ id }: StudioQuestion) => buildQuestionKey(id),
  outdates: [INBOX_KEY[0], '/api/admin/audit'],
};

interface Answer {
  questionId: string;
  id: string;
  lastMessageId: string;
  text: string;
}

/** Mutation that answers a support question. `lastMessageId` is the last message that the admin saw. */
export const useAnswerQuestion = () =>
  useChange(
    ({ questionId, ...body }: Answer) =>
      api('POST /api/admin/support/questions/:id/answers', { params: { id: questionId }, body }),
    QUESTION_CHANGED,
  );

/**
 * Mutation that marks a support question as settled without an answer. `lastMessageId` is the last message that the
 * admin saw.
 */
export const useMarkQuestionSettled = () =>
  useChange(
    ({ id, ...body }: { id: string; lastMessageId: string }) =>
      api('PUT /api/admin/support/questions/:id/settled', { params: { id }, body }),
    QUESTION_CHANGED,
  );

/**
 * Query of the support settings: who answers, and how soon. Not refetched while the page is open, so that the form
 * keeps what was typed.
 */
export const useSupportSettings = () =>
  useQuery<SupportSettingsReply>({ queryKey: SETTINGS_KEY, ...KEPT_WHILE_SHOWN });

/** Mutation that saves the support settings. */
export const useSaveSupportSettings = () =>
  useChange(
    (body: { version: number; settings: SupportSettings }) =>
      api('PUT /api/admin/support/settings', { body }),
    {
      replaces: SETTINGS_KEY,
      outdates: ['/api/admin/audit', '/api/subscription-status', '/api/support'],
    },
  );

/** Query of the saved replies, by title. */
export const useSavedReplies = () =>
  useQuery<ReplyOf<'GET /api/admin/support/replies'>>({ queryKey: REPLIES_KEY, staleTime: 0 });

/** Query of one saved reply. Not refetched while the form is open, so that what was typed is never replaced. */
export const useSavedReply = (id: string) =>
  useQuery<SavedReply>({ queryKey: buildReplyKey(id), ...KEPT_WHILE_SHOWN });

const REPLY_LISTS = [REPLIES_KEY[0], '/api/admin/audit'];

/** Mutation that saves a saved reply; creates one for an empty id. */
export const useSaveSavedReply = () =>
  useChange(
    ({ id, version, reply }: { id: string; version: number; reply: SavedReplyInput }) =>
      id === ''
        ? api('POST /api/admin/support/replies', { body: { reply } })
        : api('PUT /api/admin/support/replies/:id', { params: { id }, body: { version, reply } }),
    { replaces: ({ id }) => buildReplyKey(id), outdates: REPLY_LISTS },
  );

/** Mutation that deletes a saved reply; refused if it was changed since the version that the admin saw. */
export const useDeleteSavedReply = () =>
  useChange(
    ({ id, version }: { id: string; version: number }) =>
      api('DELETE /api/admin/support/replies/:id', { params: { id }, query: { version } }),
    { outdates: REPLY_LISTS },
  );
