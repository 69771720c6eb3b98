import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

export type AuditedFields = Record<string, unknown>;

/**
 * Every change an admin makes, and every change of who is an admin; rows are only ever added. Without an actor, it was
 * made on the server's command line. After an erasure rows stay, without a reference to the person.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: buildPrimaryIdColumn(),
    at: buildInstantColumn('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** `command line` or `admin`, which outlives the actor's account. */
    by: text('by', { enum: ['command line', 'admin'] }).notNull(),
    action: text('action').notNull(),
    /** The person affected, if any. */
    subjectId: uuid('subject_id').references(() => users.id, { onDelete: 'set null' }),
    /** What was affected, if not a person: kind and name, such as `author envol-editorial`. */
    target: text('target'),
    /** What changed, in the terms of the feature; never personal data. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
    /** The fields that an edit changed, before and after; null when it was not an edit. */
    before: jsonb('before').$type<AuditedFields>(),
    after: jsonb('after').$type<AuditedFields>(),
  },
  (table) => [
    index('audit_log_target_idx').on(table.target, sql`${table.id} desc`),
    index('audit_log_action_idx').on(table.action, sql`${table.id} desc`),
    index('audit_log_actor_id_idx').on(table.actorId),
    index('audit_log_subject_id_idx').on(table.subjectId),
  ],
);
