import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ok } from './fields.ts';

/** Section 4 and 7: sent once, on the first signed-in user seen after the app was loaded. */
export const trackSignIn = endpoint({
  method: 'POST',
  path: '/api/customerio/sign-in',
  access: 'signed_in',
  summary: 'Somebody signed in was seen for the first time since the app was loaded',
  body: z.object({}),
  replies: { 200: ok },
});

/** Sections 3 and 7. What is personal in it is left out before anything is stored. */
export const trackPageView = endpoint({
  method: 'POST',
  path: '/api/customerio/page-view',
  access: 'signed_in',
  summary: 'Somebody signed in came to another page',
  body: z.object({
    url: z.string().max(4000),
    title: z.string().max(500),
    referrer: z.string().max(4000),
    path: z.string().max(2000),
    search: z.string().max(4000),
  }),
  replies: { 200: ok },
});
