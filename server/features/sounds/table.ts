import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { PRACTISED_SOUNDS } from '#shared/rules/sound-practice.ts';

/** Each time that a person practised a sound by ear, append-only; the browser chooses the id. */
export const soundPractices = pgTable(
  'sound_practices',
  {
    userId: buildUserIdColumn(),
    id: uuid('id').notNull(),
    sound: text('sound', { enum: PRACTISED_SOUNDS }).notNull(),
    practisedAt: buildInstantColumn('practised_at').notNull(),
    sure: integer('sure').notNull(),
    knew: boolean('knew').notNull(),
    receivedAt: buildInstantColumn('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'sound_practices_pkey', columns: [table.userId, table.id] }),
    index('sound_practices_user_practised_idx').on(table.userId, sql`${table.practisedAt} desc`),
    check('sound_practices_sure_check', sql`${table.sure} between 0 and 100`),
  ],
);
