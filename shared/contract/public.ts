import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, language, ok, text } from './fields.ts';
import { botToken } from './identity.ts';

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'public',
  summary: 'Leave an e-mail address on the waiting list; twice is once',
  body: z.object({ email, language, botToken }),
  replies: { 200: z.object({ next: z.literal('confirm_email') }) },
});

export const confirmWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist/confirm',
  access: 'public',
  summary: 'Take the place on the waiting list that an e-mail asked to confirm',
  body: z.object({ token: z.string().min(16).max(1024) }),
  replies: { 200: ok },
});

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  access: 'public',
  summary: 'A message to the operator, signed in or not',
  body: z.object({
    text: text(4000),
    page: text(200),
    replyTo: email.nullable(),
    /** The language it was written in, where the page knows. */
    language: language.optional(),
    botToken,
  }),
  replies: { 200: ok },
});
