import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, okReply, buildTextSchema } from './fields.ts';

/** Maximum number of characters of a question or an answer. */
export const MAX_SUPPORT_TEXT_LENGTH = 4000;
export const MAX_WAITING_QUESTIONS_PER_PERSON = 3;
export const MAX_SUPPORT_MESSAGES_PER_PERSON_A_DAY = 10;

export const supportMessageSchema = z.object({
  id,
  author: z.enum(['person', 'operator']),
  text: z.string(),
  at: instant,
});

/** The session that a question is about, with its title in the reader's language; null without one. */
export const sessionAskedAboutSchema = z.object({ id, title: z.string() }).nullable();

const question = z.object({
  id,
  content: sessionAskedAboutSchema,
  /** Since when it has waited for an answer; null when it does not. */
  waitingSince: instant.nullable(),
  /** Whether it has an answer that the person has not read. */
  isUnread: z.boolean(),
  /** The oldest first. */
  messages: z.array(supportMessageSchema),
});
export type SupportQuestion = z.infer<typeof question>;

export const getSupportOverview = declareEndpoint({
  method: 'GET',
  path: '/api/support',
  access: 'pass',
  summary: 'Who answers questions and how soon, and the questions that the person has asked',
  replies: {
    200: z.object({
      /** Null while questions are not accepted. */
      desk: z.object({ who: z.string(), answerHours: z.int() }).nullable(),
      /** The one with the newest message first. */
      questions: z.array(question),
    }),
  },
});

export const askQuestion = declareEndpoint({
  method: 'POST',
  path: '/api/support/questions',
  access: 'pass',
  summary:
    'Asks a private question; the browser chooses the id, and the same id again changes nothing',
  body: z.strictObject({
    id,
    contentId: id.nullable(),
    text: buildTextSchema(MAX_SUPPORT_TEXT_LENGTH),
  }),
  replies: { 200: okReply },
});

export const addSupportMessage = declareEndpoint({
  method: 'POST',
  path: '/api/support/questions/:id/messages',
  access: 'pass',
  summary: 'Adds a message to a question of the person; the same message id again changes nothing',
  params: z.object({ id }),
  body: z.object({ id, text: buildTextSchema(MAX_SUPPORT_TEXT_LENGTH) }),
  replies: { 200: okReply },
});

export const markAnswersRead = declareEndpoint({
  method: 'PUT',
  path: '/api/support/questions/:id/reading',
  access: 'pass',
  summary: 'Records that the person has read their question up to a message',
  params: z.object({ id }),
  body: z.object({ messageId: id }),
  replies: { 200: okReply },
});
