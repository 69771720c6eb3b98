import { z } from 'zod';
import { PRIVACY_REGIONS } from '#shared/rules/cookie-consent.ts';
import { ROLES } from '#shared/rules/roles.ts';
import { declareEndpoint } from './endpoint.ts';
import { email, id, instant, language, okReply, buildTextSchema } from './fields.ts';

/** Why an admin acts on an account; stored in the audit log. */
const reason = buildTextSchema(300);
const person = z.object({
  id,
  email: z.string(),
  name: z.string(),
  provider: z.string(),
  role: z.enum(ROLES),
  createdAt: instant,
  lastActiveAt: instant,
});
export type PersonSearchResult = z.infer<typeof person>;

export const findPeopleByEmail = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/search',
  access: 'support',
  summary: 'Find the accounts of an e-mail address; in the body, so that no address is in a URL',
  body: z.strictObject({ email }),
  replies: { 200: z.object({ people: z.array(person).max(10) }) },
});

const cookieRecord = z.object({
  /** `ended`: the decision before it no longer holds. */
  source: z.enum(['chosen', 'joined', 'ended']),
  analytics: z.boolean(),
  marketing: z.boolean(),
  functional: z.boolean(),
  region: z.enum(PRIVACY_REGIONS),
  wording: z.string(),
  decidedAt: instant,
  expiresAt: instant,
});

const personDetails = person.extend({
  signUpMethod: z.string(),
  onboardingComplete: z.boolean(),
  language,
  timeZone: z.string().nullable(),
  /** How they sign in with the built-in provider; null for another provider. */
  signIn: z
    .object({ hasPassword: z.boolean(), hasSecondFactor: z.boolean(), sessions: z.int() })
    .nullable(),
  consents: z.object({
    /** The consent to health data: version of its text, and when. Never the answers. */
    health: z.object({ version: z.string(), givenAt: instant }).nullable(),
    /** The latest decisions about cookies, the newest first. */
    cookies: z.array(cookieRecord).max(20),
    /** The consents to immediate access, of the latest orders. */
    orders: z.array(z.object({ plan: z.string(), version: z.string(), givenAt: instant })).max(20),
  }),
  /** E-mails to them that were not sent yet, or that failed recently. */
  emails: z
    .array(
      z.object({
        id: z.uuid(),
        state: z.enum(['waiting', 'sending', 'failed']),
        queuedAt: instant,
        tries: z.int(),
      }),
    )
    .max(50),
});
export type PersonDetails = z.infer<typeof personDetails>;

export const getPerson = declareEndpoint({
  method: 'GET',
  path: '/api/admin/people/:id',
  access: 'support',
  summary:
    'An account, its consents and the e-mails on their way to it; nothing that the person answered',
  params: z.object({ id }),
  replies: { 200: personDetails },
});

const toPerson = { params: z.object({ id }), body: z.strictObject({ reason }) };

export const retryQueuedEmails = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/:id/emails/resend',
  access: 'support',
  summary: 'Try again at once to send the e-mails that wait for a person, or were given up',
  ...toPerson,
  replies: { 200: z.object({ count: z.int() }) },
});

export const sendPasswordResetLink = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/:id/reset-link',
  access: 'support',
  fresh: true,
  summary: 'Send a person a link to choose a new password, as if they had asked for it',
  ...toPerson,
  replies: { 200: okReply },
});

export const signOutEverywhere = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/:id/sign-out',
  access: 'support',
  fresh: true,
  summary: 'End every sign-in session of a person',
  ...toPerson,
  replies: { 200: okReply },
});

export const exportPerson = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/:id/export',
  access: 'support',
  fresh: true,
  summary:
    'What the product holds of a person, as one JSON file, without what they answered: that is for them alone',
  ...toPerson,
  replies: {
    200: z.object({
      product: z.string(),
      exportedAt: z.iso.datetime(),
      tables: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
    }),
  },
});

export const erasePersonByAdmin = declareEndpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id',
  access: 'admin',
  fresh: true,
  summary: 'Erase an account and every row of its person; nothing brings them back',
  params: z.object({ id }),
  body: z.strictObject({
    /** The person's address, typed again as confirmation. */
    email,
    reason,
  }),
  replies: { 200: okReply },
});
