import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';

/** Number of edits. An edit names the version it was made from; if there is a later one, it is a conflict. */
export const rowVersion = z.int().min(1);
/** When it was last changed and by whom, by e-mail (null when the account is deleted); null when it never was. */
export const lastEditSchema = z.object({ at: instant, by: z.string().nullable() }).nullable();
export type LastEdit = z.infer<typeof lastEditSchema>;

const auditEntry = z.object({
  id,
  at: instant,
  by: z.enum(['command line', 'admin']),
  /** The action, such as `role.grant`. */
  action: z.string(),
  /** The object of the action, such as `author envol-editorial`; null when it is a person. */
  target: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The fields that an edit changed, before and after. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Who did it and to whom, by e-mail; null where there is none, or the account is erased. */
  actor: z.string().nullable(),
  subject: z.string().nullable(),
});
export type ShownAuditEntry = z.infer<typeof auditEntry>;

export const listAuditEntries = declareEndpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What admins changed, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    before: id.optional(),
    /** Only changes to prices, plans and offers. */
    about: z.enum(['pricing']).optional(),
    /** Only actions on one person. */
    subject: id.optional(),
  }),
  replies: { 200: z.object({ entries: z.array(auditEntry), next: id.nullable() }) },
});

const storedEmail = z.object({ id, keptAt: instant });

export const listStoredEmails = declareEndpoint({
  method: 'GET',
  path: '/api/admin/emails',
  access: 'admin',
  summary: 'E-mails stored in the outbox folder because no SMTP server is set, newest first',
  replies: { 200: z.object({ emails: z.array(storedEmail) }) },
});

export const getStoredEmail = declareEndpoint({
  method: 'GET',
  path: '/api/admin/emails/:id',
  access: 'admin',
  fresh: true,
  summary: 'One stored e-mail: what it says, and as it would have been sent (RFC 5322)',
  params: z.object({ id }),
  replies: {
    200: z.object({ to: z.string(), subject: z.string(), text: z.string(), message: z.string() }),
  },
});

const message = z.object({
  id,
  at: instant,
  text: z.string(),
  /** The path it is about, or `everywhere`. */
  page: z.string(),
  /** Address for a reply; null when none is wanted. */
  replyTo: z.string().nullable(),
  /** The writer's account, by e-mail; null when they were signed out. */
  from: z.string().nullable(),
});
export type ReceivedFeedback = z.infer<typeof message>;

export const listFeedbackMessages = declareEndpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'admin',
  summary: 'What people wrote to the operator, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: id.optional(),
  }),
  replies: { 200: z.object({ messages: z.array(message), next: id.nullable() }) },
});
