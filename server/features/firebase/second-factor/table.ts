import { boolean, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';

/**
 * The second factor of an admin whom Firebase signs in: the key of an authenticator app, encrypted, and the blind
 * indexes of the recovery codes that are left. Its id changes with each new key.
 */
export const firebaseSecondFactors = pgTable(
  'firebase_second_factors',
  {
    id: buildPrimaryIdColumn(),
    userId: buildUserIdColumn(),
    secret: text('secret').notNull(),
    recoveryCodes: text('recovery_codes').array().notNull(),
    /** Whether a code of the app was confirmed; until then it opens nothing. */
    confirmed: boolean('confirmed').notNull().default(false),
    createdAt: buildInstantColumn('created_at').notNull(),
  },
  (table) => [unique('firebase_second_factors_user_id_key').on(table.userId)],
);
