import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';

/** Idempotency keys of the writes that were stored, so that a repeated request is not performed again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: buildUserIdColumn(),
    key: uuid('key').notNull(),
    /** Method and path of the request; `inputHash` is a keyed hash of its input. */
    route: text('route').notNull(),
    inputHash: text('input_hash').notNull(),
    createdAt: buildInstantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.userId, table.key] }),
    index('idempotency_keys_created_idx').on(table.createdAt),
  ],
);
