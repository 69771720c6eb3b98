import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { contents } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';

/** Who answers questions, and how soon: at most one row. */
export const supportSettings = pgTable(
  'support_settings',
  {
    id: boolean('id').primaryKey().default(true),
    isOpen: boolean('is_open').notNull().default(false),
    who: jsonb('who').$type<Record<Language, string>>().notNull().default({ en: '', fr: '' }),
    answerHours: integer('answer_hours').notNull().default(48),
    version: integer('version').notNull().default(1),
  },
  (table) => [check('support_settings_single_check', sql`${table.id}`)],
);

/** A private question of a person. Every change of it locks the person's profile. */
export const supportQuestions = pgTable(
  'support_questions',
  {
    id: uuid('id').primaryKey(),
    userId: buildUserIdColumn(),
    contentId: uuid('content_id').references(() => contents.id, { onDelete: 'set null' }),
    lastMessageAt: buildInstantColumn('last_message_at').notNull(),
    /** When the first unanswered message came; null when there is nothing to answer. */
    waitingSince: buildInstantColumn('waiting_since'),
    /** When the last answer came; `readAt` is the time of the newest message that the person has read. */
    answeredAt: buildInstantColumn('answered_at'),
    readAt: buildInstantColumn('read_at'),
  },
  (table) => [
    index('support_questions_user_id_idx').on(table.userId, sql`${table.lastMessageAt} desc`),
    index('support_questions_waiting_idx')
      .on(table.waitingSince, table.id)
      .where(sql`${table.waitingSince} is not null`),
    index('support_questions_last_message_at_idx').on(
      sql`${table.lastMessageAt} desc`,
      sql`${table.id} desc`,
    ),
    index('support_questions_content_id_idx').on(table.contentId),
  ],
);

/** Messages of a question. Answers belong to the person too, and do not say who wrote them. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: uuid('id').primaryKey(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => supportQuestions.id, { onDelete: 'cascade' }),
    userId: buildUserIdColumn(),
    author: text('author', { enum: ['person', 'operator'] }).notNull(),
    text: text('text').notNull(),
    at: buildInstantColumn('at').notNull(),
  },
  (table) => [
    index('support_messages_question_id_idx').on(table.questionId, sql`${table.at} desc`),
    index('support_messages_user_id_idx').on(table.userId, sql`${table.at} desc`),
    index('support_messages_at_idx').on(table.at),
    index('support_messages_text_idx').using('gin', sql`${table.text} gin_trgm_ops`),
  ],
);

export const supportReplies = pgTable(
  'support_replies',
  {
    id: buildPrimaryIdColumn(),
    title: text('title').notNull(),
    texts: jsonb('texts').$type<Record<Language, string>>().notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('support_replies_title_idx').on(table.title, table.id)],
);
