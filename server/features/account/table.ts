import { sql } from 'drizzle-orm';
import { boolean, check, date, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '#server/db/columns.ts';

/** One row a person. Keyed by (provider, subject); the e-mail is only an attribute. */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    signUpMethod: text('sign_up_method').notNull(),
    role: text('role', { enum: ['member', 'admin'] })
      .notNull()
      .default('member'),
    onboardingComplete: boolean('onboarding_complete').notNull().default(false),
    preferredLanguage: text('preferred_language', { enum: ['en', 'fr'] }).notNull(),
    timeZone: text('time_zone'),
    /** Whether the days in a row are shown; a streak must shame nobody. */
    streakShown: boolean('streak_shown').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
  },
  (table) => [
    unique('users_provider_subject_key').on(table.provider, table.subject),
    check('users_role_check', sql`${table.role} in ('member', 'admin')`),
    check('users_language_check', sql`${table.preferredLanguage} in ('en', 'fr')`),
  ],
);

/** A flight a person prepares for. The countdown reads the latest row that was not removed. */
export const flights = pgTable(
  'flights',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    departsOn: date('departs_on', { mode: 'string' }).notNull(),
    timeZone: text('time_zone').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique('flights_user_key').on(table.userId)],
);
