import { z } from 'zod';
import { MAX_INVITED_AT_ONCE } from '#shared/rules/invitations.ts';
import { declareEndpoint } from './endpoint.ts';
import { email, instant, language } from './fields.ts';

export const WAITLIST_PAGE_SIZE = 50;

const total = z.int().min(0);
const entry = z.object({ email: z.string(), language, joinedAt: instant });
export type WaitlistEntry = z.infer<typeof entry>;

export const countWaitlist = declareEndpoint({
  method: 'GET',
  path: '/api/admin/waitlist',
  access: 'admin',
  summary: 'How many addresses wait for an invitation',
  replies: { 200: z.object({ total }) },
});

export const listWaitlist = declareEndpoint({
  method: 'POST',
  path: '/api/admin/waitlist/list',
  access: 'admin',
  summary:
    'Addresses that wait, those that have waited longest first: a page, which enters the audit log',
  body: z.strictObject({
    /** Cursor: the last entry of the page before. */
    after: z.strictObject({ at: instant, email }).optional(),
  }),
  replies: {
    200: z.object({
      entries: z.array(entry).max(WAITLIST_PAGE_SIZE),
      next: z.object({ at: instant, email: z.string() }).nullable(),
    }),
  },
});

const invited = z.object({
  /** How many e-mails are on their way: none to an address that has an account. */
  invited: z.int().min(0),
  total,
});

export const inviteFromWaitlist = declareEndpoint({
  method: 'POST',
  path: '/api/admin/waitlist/invitations',
  access: 'admin',
  fresh: true,
  summary: 'Invites those who have waited longest, or some addresses of the list; they leave it',
  body: z.union([
    z.strictObject({ longest: z.int().min(1).max(MAX_INVITED_AT_ONCE) }),
    z.strictObject({ emails: z.array(email).min(1).max(MAX_INVITED_AT_ONCE) }),
  ]),
  replies: { 200: invited },
});

export const inviteByEmail = declareEndpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  fresh: true,
  summary: 'Invites one address, in a language',
  body: z.strictObject({ email, language }),
  replies: { 200: invited },
});
