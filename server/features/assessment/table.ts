import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';

/** Answers from 0 to 10: fear now, worry this week, the wish to avoid flying, and confidence of boarding. */
export interface CheckInAnswers {
  fear: number;
  worry: number;
  avoidance: number;
  confidence: number;
}

export type AssessmentDraftAnswers = Partial<Record<FearArea, number>>;

/**
 * Explicit consent for health data: one row a person, with the version agreed to. Tables of health data reference it
 * instead of the person, so that a row cannot exist without consent and is deleted with it.
 */
export const healthConsents = pgTable('health_consents', {
  userId: buildUserIdColumn().primaryKey(),
  version: text('version').notNull(),
  givenAt: buildInstantColumn('given_at').notNull(),
});

/** Builds the column that says whose health data a row holds, which is deleted with the consent. */
export const buildConsentingUserIdColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => healthConsents.userId, { onDelete: 'cascade' });

/** Answers of the assessment under way: one row a person, removed when it is completed. */
export const assessmentDrafts = pgTable('assessment_drafts', {
  userId: buildConsentingUserIdColumn().primaryKey(),
  answers: jsonb('answers').$type<AssessmentDraftAnswers>().notNull(),
  updatedAt: buildInstantColumn('updated_at').notNull(),
});

/** Weekly check-ins: four answers from 0 to 10, named by the device that sent them. */
export const checkIns = pgTable(
  'check_ins',
  {
    userId: buildConsentingUserIdColumn(),
    id: uuid('id').notNull(),
    answers: jsonb('answers').$type<CheckInAnswers>().notNull(),
    takenAt: buildInstantColumn('taken_at').notNull(),
    receivedAt: buildInstantColumn('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'check_ins_pkey', columns: [table.userId, table.id] }),
    index('check_ins_user_taken_idx').on(table.userId, table.takenAt),
  ],
);

/** Completed assessments, append-only: the latest is the profile, the earlier ones are history. */
export const assessments = pgTable(
  'assessments',
  {
    id: buildPrimaryIdColumn(),
    userId: buildConsentingUserIdColumn(),
    answers: jsonb('answers').$type<Record<FearArea, number>>().notNull(),
    primaryFocus: text('primary_focus').$type<FearArea>(),
    secondaryFocus: text('secondary_focus').$type<FearArea>(),
    completedAt: buildInstantColumn('completed_at').notNull().defaultNow(),
  },
  (table) => [
    index('assessments_user_completed_idx').on(table.userId, table.completedAt),
    check('assessments_focus_check', sql`${table.primaryFocus} <> ${table.secondaryFocus}`),
  ],
);
