import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** What the stand-in for Stripe stores in the test mode: one row an object, by the customer whose it is. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    /** Null for what belongs to no customer: products and coupons. */
    customerKey: text('customer_key'),
    data: jsonb('data').notNull(),
  },
  (table) => [index('sandbox_objects_customer_key_idx').on(table.customerKey)],
);
