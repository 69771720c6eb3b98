import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { ROLES } from '#shared/rules/roles.ts';

/** One row for each person. Keyed by (provider, subject); the e-mail address is only an attribute. */
export const users = pgTable(
  'users',
  {
    id: buildPrimaryIdColumn(),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    /** The address that Firebase confirmed last; null where none was, or where this server signs people in itself. */
    confirmedEmail: text('confirmed_email'),
    /** Sign-ins at Firebase before this are refused; null while none are (Firebase's own name for it). */
    tokensValidAfter: buildInstantColumn('tokens_valid_after'),
    name: text('name').notNull(),
    /** When the name was last changed, by the clock of the device; null when it never was. */
    nameWrittenAt: buildInstantColumn('name_written_at'),
    signUpMethod: text('sign_up_method').notNull(),
    role: text('role', { enum: ROLES }).notNull().default('member'),
    onboardingComplete: boolean('onboarding_complete').notNull().default(false),
    preferredLanguage: text('preferred_language', { enum: LANGUAGES }).notNull(),
    timeZone: text('time_zone'),
    /** Whether the days in a row are shown; a streak must shame no one. */
    streakShown: boolean('streak_shown').notNull().default(true),
    /** How many minutes a day the plan may take; null until the person chooses. */
    dailyMinutes: integer('daily_minutes'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    lastActiveAt: buildInstantColumn('last_active_at').notNull().defaultNow(),
  },
  (table) => [
    unique('users_provider_subject_key').on(table.provider, table.subject),
    index('users_email_idx').on(table.email),
    index('users_created_at_idx').on(table.createdAt),
    // Admins list people, the last here first, and by part of a name or an address.
    index('users_last_active_idx').on(sql`${table.lastActiveAt} desc`, sql`${table.id} desc`),
    index('users_onboarded_idx')
      .on(sql`${table.lastActiveAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.role} = 'member' and ${table.onboardingComplete}`),
    index('users_staff_idx')
      .on(sql`${table.lastActiveAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.role} <> 'member'`),
    index('users_words_idx').using(
      'gin',
      sql`(lower(${table.name}) || ' ' || lower(${table.email})) gin_trgm_ops`,
    ),
    check('users_role_check', sql`${table.role} in ('member', 'editor', 'support', 'admin')`),
    check('users_language_check', sql`${table.preferredLanguage} in ('en', 'fr')`),
    check('users_daily_minutes_check', sql`${table.dailyMinutes} between 5 and 60`),
  ],
);

/** Builds the column of a person's rows that says whose they are, with whom they are deleted. */
export const buildUserIdColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
