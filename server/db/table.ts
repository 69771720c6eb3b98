import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from './columns.ts';

/** Fixed-window counters, one row a key and window; see `rate-limits.ts`. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: buildInstantColumn('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets_at_idx').on(table.resetsAt)],
);
