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
