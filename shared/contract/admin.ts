import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';

/** Counts the edits of what admins change. An edit names the one that was seen; another one since is a conflict. */
export const version = z.int().min(1);
/** Who changed it last, by e-mail (null when their account is deleted), and when. */
export const lastEdit = z.object({ at: instant, by: z.string().nullable() }).nullable();
export type LastEdit = z.infer<typeof lastEdit>;

const auditEntry = z.object({
  id,
  at: instant,
  by: z.enum(['command line', 'admin']),
  /** What was done, such as `role.grant`. */
  action: z.string(),
  /** What it was done to, when it was no person, such as `author envol-editorial`. */
  target: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The fields that an edit changed, as they were and as they are. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Who did it and to whom, by e-mail; null when nobody, or somebody who erased their account. */
  actor: z.string().nullable(),
  subject: z.string().nullable(),
});
export type AuditEntryReply = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What admins changed, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    before: id.optional(),
    /** Only changes to prices, plans and offers. */
    about: z.enum(['pricing']).optional(),
    /** Only what was done to one person. */
    subject: id.optional(),
  }),
  replies: { 200: z.object({ entries: z.array(auditEntry), next: id.nullable() }) },
});

const unsentEmail = z.object({ id, keptAt: instant });

export const listUnsentEmails = endpoint({
  method: 'GET',
  path: '/api/admin/letters',
  access: 'admin',
  summary: 'E-mails stored in the outbox folder because no SMTP server is set, newest first',
  replies: { 200: z.object({ emails: z.array(unsentEmail) }) },
});

export const readUnsentEmail = endpoint({
  method: 'GET',
  path: '/api/admin/letters/:id',
  access: 'admin',
  summary: 'One stored e-mail as it would have been sent (RFC 5322)',
  params: z.object({ id }),
  replies: { 200: z.object({ message: z.string() }) },
});

const message = z.object({
  id,
  at: instant,
  text: z.string(),
  /** The path it is about, or `everywhere`. */
  page: z.string(),
  /** Where the writer wants the answer; null where they want none. */
  replyTo: z.string().nullable(),
  /** The writer's account, by e-mail; null when they were signed out. */
  from: z.string().nullable(),
});
export type MessageReply = z.infer<typeof message>;

export const listMessages = endpoint({
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
