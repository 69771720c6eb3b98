import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import type { Brief } from '#shared/contract/admin-generation.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import type { SentenceTake } from '#shared/rules/speech.ts';

/** Work of a provider for an admin: a draft from a brief, or the narration of a script. */
export const generations = pgTable(
  'generations',
  {
    id: buildPrimaryIdColumn(),
    kind: text('kind', { enum: ['draft', 'narration'] }).notNull(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('waiting'),
    /** The brief of a draft; null for a narration. */
    brief: jsonb('brief').$type<Brief>(),
    /** The session that is narrated, or that was created from the draft. */
    contentId: uuid('content_id'),
    language: text('language', { enum: LANGUAGES }),
    /** The scripts of a draft so far, so that none is written twice. */
    scripts: jsonb('scripts').$type<Partial<Record<Language, string>>>().notNull().default({}),
    /** Number of steps done, and of all steps; 0 until they are known. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** What the provider counted: tokens read and written, characters spoken. */
    tokensIn: integer('tokens_in').notNull().default(0),
    tokensOut: integer('tokens_out').notNull().default(0),
    characters: integer('characters').notNull().default(0),
    /** Whether a narration publishes its session once every recording fits that people heard before. */
    publishes: boolean('publishes').notNull().default(false),
    /** The sentence of a narration that is to be said again, and how; null where all is spoken as it was. */
    take: jsonb('take').$type<SentenceTake>(),
    /** Number of findings in the draft that keep it from being published; null until it is done. */
    faults: integer('faults'),
    failure: text('failure'),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: buildInstantColumn('created_at').notNull(),
  },
  (table) => [
    index('generations_started_by_idx').on(table.startedBy),
    check('generations_kind_check', sql`${table.kind} in ('draft', 'narration')`),
    check(
      'generations_state_check',
      sql`${table.state} in ('waiting', 'running', 'done', 'failed', 'cancelled')`,
    ),
    check('generations_language_check', sql`${table.language} in ('en', 'fr')`),
  ],
);
