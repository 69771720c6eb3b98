import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

/**
 * Every change an admin makes, and every change of who is one; rows are only ever added. Without an
 * actor it was made on the server's command line. Erased people leave their rows without themselves.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** `command line` or `admin`, which outlives the actor's account. */
    by: text('by', { enum: ['command line', 'admin'] }).notNull(),
    /** What was done, such as `role.grant`. */
    action: text('action').notNull(),
    /** Whom it was done to, when it was a person. */
    subjectId: uuid('subject_id').references(() => users.id, { onDelete: 'set null' }),
    /** What changed, in the words of the feature; never personal data. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    index('audit_log_actor_id_idx').on(table.actorId),
    index('audit_log_subject_id_idx').on(table.subjectId),
  ],
);
