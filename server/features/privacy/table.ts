import { customType, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { healthConsents } from '#server/features/assessment/table.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Exports that are too large to be sent at once: at most one for each person, requested or ready, deleted within a day.
 */
export const dataExports = pgTable(
  'data_exports',
  {
    userId: buildUserIdColumn().primaryKey(),
    /** The same person if they consented to health data, so that withdrawing the consent deletes the export. */
    consentedBy: uuid('consented_by').references(() => healthConsents.userId, {
      onDelete: 'cascade',
    }),
    askedAt: buildInstantColumn('asked_at').notNull(),
    /** Null while it is prepared. */
    readyAt: buildInstantColumn('ready_at'),
    expiresAt: buildInstantColumn('expires_at').notNull(),
  },
  (table) => [
    index('data_exports_consented_by_idx').on(table.consentedBy),
    index('data_exports_expires_at_idx').on(table.expiresAt),
  ],
);

/** The parts of an export, in order, of one compressed (gzip) JSON text. */
export const dataExportParts = pgTable(
  'data_export_parts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => dataExports.userId, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [
    primaryKey({ name: 'data_export_parts_pkey', columns: [table.userId, table.number] }),
  ],
);
