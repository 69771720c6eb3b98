import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { buildConsentingUserIdColumn } from '#server/features/assessment/table.ts';
import { buildContentIdColumn } from '#server/features/contents/table.ts';
import { SELF_RATING_NAMES } from '#shared/rules/script-timing.ts';

/** Stretches of listening, append-only, with ids made by devices. */
export const listens = pgTable(
  'listens',
  {
    userId: buildUserIdColumn(),
    id: uuid('id').notNull(),
    contentId: buildContentIdColumn(),
    startedAt: buildInstantColumn('started_at').notNull(),
    endedAt: buildInstantColumn('ended_at').notNull(),
    positionMs: integer('position_ms').notNull(),
    listenedMs: integer('listened_ms').notNull(),
    completed: boolean('completed').notNull(),
    /** Where the person was, so that a time-zone change does not count as a missed day. */
    timeZone: text('time_zone').notNull(),
    receivedAt: buildInstantColumn('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'listens_pkey', columns: [table.userId, table.id] }),
    index('listens_user_ended_idx').on(table.userId, sql`${table.endedAt} desc`),
    // When a session completed today was completed before, however long ago that is.
    index('listens_completed_idx')
      .on(table.userId, table.contentId, sql`${table.endedAt} desc`)
      .where(sql`${table.completed}`),
    // What was heard lately, of all people: rows are only ever added, so a few kilobytes find it.
    index('listens_received_idx').using('brin', table.receivedAt),
    // What was heard of one session since it was last added up (totals/sessions).
    index('listens_content_received_idx').on(table.contentId, table.receivedAt),
    check('listens_span_check', sql`${table.endedAt} >= ${table.startedAt}`),
  ],
);

/**
 * The answers to ratings in sessions, append-only: fear from 0 to 10, certainty of a prediction from 0 to 100. `cue` is
 * the index in the script; of two answers to the same one, the later counts.
 */
export const selfRatings = pgTable(
  'self_ratings',
  {
    userId: buildConsentingUserIdColumn(),
    listenId: uuid('listen_id').notNull(),
    cue: integer('cue').notNull(),
    contentId: buildContentIdColumn(),
    name: text('name', { enum: SELF_RATING_NAMES }).notNull(),
    value: integer('value').notNull(),
    ratedAt: buildInstantColumn('rated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'self_ratings_pkey', columns: [table.userId, table.listenId, table.cue] }),
    index('self_ratings_content_idx').on(table.userId, table.contentId, table.ratedAt),
    check(
      'self_ratings_value_check',
      sql`(${table.name} = 'fear' and ${table.value} between 0 and 10)
        or (${table.name} = 'sure' and ${table.value} between 0 and 100)`,
    ),
  ],
);

/** A person's listens of one session, folded. */
export const progress = pgTable(
  'progress',
  {
    userId: buildUserIdColumn(),
    contentId: buildContentIdColumn(),
    positionMs: integer('position_ms').notNull(),
    listenedMs: integer('listened_ms').notNull(),
    lastListenedAt: buildInstantColumn('last_listened_at').notNull(),
    /** The first completion and the last. */
    completedAt: buildInstantColumn('completed_at'),
    lastCompletedAt: buildInstantColumn('last_completed_at'),
    listens: integer('listens').notNull().default(1),
    /** How often it was finished. */
    completions: integer('completions').notNull().default(0),
  },
  (table) => [primaryKey({ name: 'progress_pkey', columns: [table.userId, table.contentId] })],
);

export const sessionRatings = pgTable(
  'ratings',
  {
    userId: buildUserIdColumn(),
    contentId: buildContentIdColumn(),
    rating: text('rating', {
      enum: ['very_helpful', 'somewhat_helpful', 'not_helpful'],
    }).notNull(),
    ratedAt: buildInstantColumn('rated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'ratings_pkey', columns: [table.userId, table.contentId] }),
    index('ratings_rated_idx').on(table.ratedAt),
    index('ratings_content_idx').on(table.contentId),
    check(
      'ratings_rating_check',
      sql`${table.rating} in ('very_helpful', 'somewhat_helpful', 'not_helpful')`,
    ),
  ],
);
