import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, ok, text } from './fields.ts';

/** Characters of a question and of an answer. */
export const MAX_SUPPORT_TEXT = 4000;
/** How many questions of one person may wait for an answer. */
export const MAX_WAITING_QUESTIONS = 3;
/** How many messages one person may write in 24 hours. */
export const MAX_SUPPORT_MESSAGES_A_DAY = 10;

export const supportMessage = z.object({
  id,
  author: z.enum(['person', 'operator']),
  text: z.string(),
  at: instant,
});

/** The session that a question is about, in the language of whoever reads. */
export const askedContent = z.object({ id, title: z.string() }).nullable();

const question = z.object({
  id,
  content: askedContent,
  /** Since when there is something to answer; null while there is nothing. */
  waitingSince: instant.nullable(),
  /** There is an answer that the person has not read. */
  isUnread: z.boolean(),
  /** The oldest first. */
  messages: z.array(supportMessage),
});
export type SupportQuestion = z.infer<typeof question>;

export const listSupport = endpoint({
  method: 'GET',
  path: '/api/support',
  access: 'pass',
  summary: 'Who answers questions and how soon, and the questions that the person has asked',
  replies: {
    200: z.object({
      /** Null while nobody is set to answer. */
      desk: z.object({ who: z.string(), answerHours: z.int() }).nullable(),
      /** The one with the newest message first. */
      questions: z.array(question),
    }),
  },
});

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/support/questions',
  access: 'pass',
  summary: 'Asks a private question; its id is made by who asks, and the same one again is once',
  body: z.strictObject({ id, contentId: id.nullable(), text: text(MAX_SUPPORT_TEXT) }),
  replies: { 200: ok },
});

export const writeAgain = endpoint({
  method: 'POST',
  path: '/api/support/questions/:id/messages',
  access: 'pass',
  summary: 'Writes again about a question of one’s own; the same message id again is once',
  params: z.object({ id }),
  body: z.object({ id, text: text(MAX_SUPPORT_TEXT) }),
  replies: { 200: ok },
});

export const readAnswers = endpoint({
  method: 'PUT',
  path: '/api/support/questions/:id/reading',
  access: 'pass',
  summary: 'The person has read a question of their own as far as a message',
  params: z.object({ id }),
  body: z.object({ messageId: id }),
  replies: { 200: ok },
});
