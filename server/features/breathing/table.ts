import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { BREATH_PATTERN_KEYS } from '#shared/rules/breathing.ts';

/** Completed breathing exercises, append-only; the browser chooses the id. */
export const practices = pgTable(
  'practices',
  {
    userId: buildUserIdColumn(),
    id: uuid('id').notNull(),
    pattern: text('pattern', { enum: BREATH_PATTERN_KEYS }).notNull(),
    startedAt: buildInstantColumn('started_at').notNull(),
    endedAt: buildInstantColumn('ended_at').notNull(),
    practisedMs: integer('practised_ms').notNull(),
    /** The person's IANA time zone then, so that travelling does not look like a missed day. */
    timeZone: text('time_zone').notNull(),
    receivedAt: buildInstantColumn('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'practices_pkey', columns: [table.userId, table.id] }),
    index('practices_user_ended_idx').on(table.userId, sql`${table.endedAt} desc`),
    check('practices_span_check', sql`${table.endedAt} >= ${table.startedAt}`),
    check('practices_length_check', sql`${table.practisedMs} >= 0`),
  ],
);
