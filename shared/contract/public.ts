import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, language, ok, text } from './fields.ts';

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'public',
  summary: 'Leave an e-mail address on the waiting list; twice is once',
  body: z.object({ email, language }),
  replies: { 200: ok },
});

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  access: 'signed_in',
  summary: 'Beta feedback from the bottom banner',
  body: z.object({ text: text(4000), page: text(200), replyTo: email.nullable() }),
  replies: { 200: ok },
});
