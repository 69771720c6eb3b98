import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { email, language, okReply, buildTextSchema } from './fields.ts';
import { botTokenSchema } from './identity.ts';

export const joinWaitlist = declareEndpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'public',
  summary: 'Ask to join the waiting list; a confirmation link is sent to the address',
  body: z.object({ email, language, botToken: botTokenSchema }),
  replies: { 200: z.object({ next: z.literal('confirm_email') }) },
});

export const confirmWaitlist = declareEndpoint({
  method: 'POST',
  path: '/api/waitlist/confirm',
  access: 'public',
  summary: 'Join the waiting list with the token of a confirmation link',
  body: z.object({ token: z.string().min(16).max(1024) }),
  replies: { 200: okReply },
});

export const sendFeedback = declareEndpoint({
  method: 'POST',
  path: '/api/feedback',
  access: 'public',
  summary: 'A message to the operator, signed in or not',
  body: z.object({
    text: buildTextSchema(4000),
    page: buildTextSchema(200),
    replyTo: email.nullable(),
    /** The language it was written in, if the page knows it. */
    language: language.optional(),
    botToken: botTokenSchema,
  }),
  replies: { 200: okReply },
});
