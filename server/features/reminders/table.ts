import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { authSessions } from '#server/features/identity/table.ts';
import { REMINDER_CHANNELS } from '#shared/rules/reminders.ts';

/** A person's reminder settings; no row without reminders. */
export const reminders = pgTable(
  'reminders',
  {
    userId: buildUserIdColumn().primaryKey(),
    channel: text('channel', { enum: REMINDER_CHANNELS }).notNull(),
    hour: integer('hour').notNull(),
    timeZone: text('time_zone').notNull(),
    practice: boolean('practice').notNull(),
    pack: boolean('pack').notNull(),
    evening: boolean('evening').notNull(),
    /** Number of reminders sent since one was opened. */
    unopened: integer('unopened').notNull().default(0),
    /** When to check next whether a reminder is due. */
    nextAt: buildInstantColumn('next_at').notNull(),
  },
  (table) => [
    index('reminders_next_idx').on(table.nextAt),
    check('reminders_channel_check', sql`${table.channel} in ('push', 'email')`),
    check('reminders_hour_check', sql`${table.hour} between 0 and 23`),
  ],
);

/** Browsers in which a person gets notifications by Web Push. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: buildPrimaryIdColumn(),
    userId: buildUserIdColumn(),
    /** The sign-in session of the browser, with which it ends; null where Firebase signs people in. */
    sessionId: text('session_id').references(() => authSessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('push_subscriptions_endpoint_key').on(table.endpoint),
    index('push_subscriptions_user_idx').on(table.userId, table.createdAt),
    index('push_subscriptions_session_idx').on(table.sessionId),
  ],
);
