import { z } from 'zod';
import { lastEditSchema, rowVersion } from './admin.ts';
import { declareEndpoint } from './endpoint.ts';
import {
  id,
  instant,
  language,
  buildSingleLineTextSchema,
  okReply,
  buildTextSchema,
} from './fields.ts';
import {
  sessionAskedAboutSchema,
  MAX_SUPPORT_TEXT_LENGTH,
  supportMessageSchema,
} from './support.ts';

const facts = {
  id,
  /** The person's e-mail address and language. */
  from: z.string(),
  language,
  content: sessionAskedAboutSchema,
  waitingSince: instant.nullable(),
  /** Whether it has waited longer than promised. */
  isLate: z.boolean(),
  lastMessageAt: instant,
};

const listed = z.object({
  ...facts,
  /** Beginning of the person's last message. */
  excerpt: z.string(),
});
export type ListedQuestion = z.infer<typeof listed>;

const question = z.object({
  ...facts,
  /** The oldest first. */
  messages: z.array(supportMessageSchema),
});
export type StudioQuestion = z.infer<typeof question>;

export const SUPPORT_QUESTION_STATES = ['waiting', 'answered'] as const;

export const listSupportQuestions = declareEndpoint({
  method: 'GET',
  path: '/api/admin/support/questions',
  access: 'support',
  summary:
    'Questions that wait for an answer, the longest waiting first, or answered ones, the latest first',
  query: z.object({
    state: z.enum(SUPPORT_QUESTION_STATES).default('waiting'),
    limit: z.coerce.number().int().min(1).max(100).default(30),
    /** Cursor: time and id of the last question of the page before. */
    afterAt: instant.optional(),
    afterId: id.optional(),
  }),
  replies: {
    200: z.object({
      questions: z.array(listed),
      next: z.object({ afterAt: instant, afterId: id }).nullable(),
    }),
  },
});

export const getSupportQuestion = declareEndpoint({
  method: 'GET',
  path: '/api/admin/support/questions/:id',
  access: 'support',
  summary: 'One question with its messages',
  params: z.object({ id }),
  replies: { 200: question },
});

export const answerQuestion = declareEndpoint({
  method: 'POST',
  path: '/api/admin/support/questions/:id/answers',
  access: 'support',
  summary:
    'Answers a question, in the app and by e-mail; a conflict when there is a newer message than `lastMessageId`',
  params: z.object({ id }),
  body: z.strictObject({ id, lastMessageId: id, text: buildTextSchema(MAX_SUPPORT_TEXT_LENGTH) }),
  replies: { 200: question },
});

export const markQuestionSettled = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/support/questions/:id/settled',
  access: 'support',
  summary: 'Marks a question as needing no answer, as after a thank-you',
  params: z.object({ id }),
  body: z.strictObject({ lastMessageId: id }),
  replies: { 200: question },
});

const settingsFields = {
  /** Whether questions are accepted, which the pages then say. */
  isOpen: z.boolean(),
  who: z.strictObject({ en: buildSingleLineTextSchema(120), fr: buildSingleLineTextSchema(120) }),
  answerHours: z.int().min(1).max(336),
};
const settingsInput = z.strictObject(settingsFields);
export type SupportSettings = z.infer<typeof settingsInput>;
/** The stored settings; `who` is empty until it is set. */
const settings = z.object({
  ...settingsFields,
  who: z.object({ en: z.string(), fr: z.string() }),
  version: rowVersion,
  lastEdit: lastEditSchema,
});
export type SupportSettingsReply = z.infer<typeof settings>;

export const getSupportSettings = declareEndpoint({
  method: 'GET',
  path: '/api/admin/support/settings',
  access: 'support',
  summary: 'Who answers questions, how soon, and whether questions are accepted',
  replies: { 200: settings },
});

export const changeSupportSettings = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/support/settings',
  access: 'support',
  summary: 'Changes who answers and how soon; `version` is the one that the page showed',
  body: z.strictObject({ version: rowVersion, settings: settingsInput }),
  replies: { 200: settings },
});

const replyInput = z.strictObject({
  /** Shown to admins only. */
  title: buildSingleLineTextSchema(80),
  texts: z.strictObject({
    en: buildTextSchema(MAX_SUPPORT_TEXT_LENGTH),
    fr: buildTextSchema(MAX_SUPPORT_TEXT_LENGTH),
  }),
});
export type SavedReplyInput = z.infer<typeof replyInput>;
const savedReply = replyInput.extend({ id, version: rowVersion });
const editedReply = savedReply.extend({ lastEdit: lastEditSchema });
export type SavedReply = z.infer<typeof editedReply>;

export const listSavedReplies = declareEndpoint({
  method: 'GET',
  path: '/api/admin/support/replies',
  access: 'support',
  summary: 'Saved replies, by title',
  replies: { 200: z.object({ replies: z.array(savedReply) }) },
});

export const getSavedReply = declareEndpoint({
  method: 'GET',
  path: '/api/admin/support/replies/:id',
  access: 'support',
  summary: 'One saved reply, with who changed it last',
  params: z.object({ id }),
  replies: { 200: editedReply },
});

export const createSavedReply = declareEndpoint({
  method: 'POST',
  path: '/api/admin/support/replies',
  access: 'support',
  summary: 'Adds a saved reply',
  body: z.strictObject({ reply: replyInput }),
  replies: { 201: editedReply },
});

export const changeSavedReply = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/support/replies/:id',
  access: 'support',
  summary: 'Changes a saved reply; `version` is the one that the page showed',
  params: z.object({ id }),
  body: z.strictObject({ version: rowVersion, reply: replyInput }),
  replies: { 200: editedReply },
});

export const deleteSavedReply = declareEndpoint({
  method: 'DELETE',
  path: '/api/admin/support/replies/:id',
  access: 'support',
  summary: 'Deletes a saved reply, at the version that the page showed; idempotent',
  params: z.object({ id }),
  query: z.object({ version: z.coerce.number().pipe(rowVersion) }),
  replies: { 200: okReply },
});
