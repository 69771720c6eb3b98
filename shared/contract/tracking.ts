import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { okReply } from './fields.ts';

/** `isAllowed`: whether the person allows analytics at this moment; otherwise nothing was stored. */
const trackingReply = okReply.extend({ isAllowed: z.boolean() });

/** Specification, sections 4 and 7: sent once after the app is loaded, when a person is signed in. */
export const trackSignIn = declareEndpoint({
  method: 'POST',
  path: '/api/customerio/sign-in',
  access: 'signed_in',
  summary: 'Somebody signed in was seen for the first time since the app was loaded',
  body: z.object({}),
  replies: { 200: trackingReply },
});

/** Specification, sections 3 and 7. Personal parts are removed before anything is stored. */
export const trackPageView = declareEndpoint({
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
  replies: { 200: trackingReply },
});
