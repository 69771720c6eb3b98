import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { PRIVACY_REGIONS } from '#shared/rules/cookie-consent.ts';

/**
 * Decisions about cookies. Rows are only ever added: a person's latest one is valid, all are proof of what was agreed
 * to, when and to which wording. Those of visitors are proof only.
 */
export const cookieDecisions = pgTable(
  'cookie_decisions',
  {
    id: buildPrimaryIdColumn(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** `joined`: made before signing in. `ended`: the decision before it is no longer valid. */
    source: text('source', { enum: ['chosen', 'joined', 'ended'] }).notNull(),
    analytics: boolean('analytics').notNull(),
    marketing: boolean('marketing').notNull(),
    functional: boolean('functional').notNull(),
    region: text('region', { enum: PRIVACY_REGIONS }).notNull(),
    /** Whether the browser sent Global Privacy Control. */
    privacySignal: boolean('privacy_signal').notNull(),
    wording: text('wording').notNull(),
    /** Truncated to a network, which many devices share. */
    ipAddress: text('ip_address').notNull(),
    decidedAt: buildInstantColumn('decided_at').notNull(),
    expiresAt: buildInstantColumn('expires_at').notNull(),
  },
  (table) => [
    index('cookie_decisions_user_id_idx').on(table.userId, table.id),
    index('cookie_decisions_expires_at_idx').on(table.expiresAt),
  ],
);
