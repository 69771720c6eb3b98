import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Objects of the sandbox, which replaces Stripe in the test mode: one row for each. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    /** Key of the customer it belongs to; null for products and coupons. */
    customerKey: text('customer_key'),
    data: jsonb('data').notNull(),
  },
  (table) => [index('sandbox_objects_customer_key_idx').on(table.customerKey)],
);
