import type { Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/db/schema.ts';

/** How a table knows a person: by profile, by identity, or by nothing but their address. */
export type Key = 'userId' | 'uid' | 'email';

/** A table with rows of people. */
interface Held {
  table: PgTable;
  column: Column;
  key: Key;
  /**
   * Why the rows may be held: because somebody agreed that what they say of their fear is kept, so that they
   * go when that is withdrawn; or not for that reason, so that they stay.
   */
  health: boolean;
  /** Columns that are secrets of ours or of a device, and so not part of an export. */
  secret?: readonly string[];
  /** Why rows stay after an erasure, without the person. */
  kept?: string;
}
/** A table without rows of people, and why. */
interface Nobodys {
  nobody: string;
}

const { users, authUsers, authSessions, authAccounts } = schema;

/**
 * Every table of the database and what becomes of a person's rows: told whole in the export, deleted by
 * the erasure, and before that, where they are health data, with the consent to it. In the order of the
 * export. A test holds this list to the database, so that a new table can't be forgotten.
 */
export const HOLDINGS: Record<string, Held | Nobodys> = {
  users: { table: users, column: users.id, key: 'userId', health: false },
  flights: { table: schema.flights, column: schema.flights.userId, key: 'userId', health: false },
  health_consents: {
    table: schema.healthConsents,
    column: schema.healthConsents.userId,
    key: 'userId',
    health: true,
  },
  assessment_drafts: {
    table: schema.assessmentDrafts,
    column: schema.assessmentDrafts.userId,
    key: 'userId',
    health: true,
  },
  assessments: {
    table: schema.assessments,
    column: schema.assessments.userId,
    key: 'userId',
    health: true,
  },
  check_ins: {
    table: schema.checkIns,
    column: schema.checkIns.userId,
    key: 'userId',
    health: true,
  },
  ladder_steps: {
    table: schema.ladderSteps,
    column: schema.ladderSteps.userId,
    key: 'userId',
    health: true,
  },
  ladder_removals: {
    table: schema.ladderRemovals,
    column: schema.ladderRemovals.userId,
    key: 'userId',
    health: true,
  },
  ladder_attempts: {
    table: schema.ladderAttempts,
    column: schema.ladderAttempts.userId,
    key: 'userId',
    health: true,
  },
  flight_records: {
    table: schema.flightRecords,
    column: schema.flightRecords.userId,
    key: 'userId',
    health: true,
  },
  flight_record_removals: {
    table: schema.flightRecordRemovals,
    column: schema.flightRecordRemovals.userId,
    key: 'userId',
    health: true,
  },
  listens: { table: schema.listens, column: schema.listens.userId, key: 'userId', health: false },
  progress: {
    table: schema.progress,
    column: schema.progress.userId,
    key: 'userId',
    health: false,
  },
  ratings: { table: schema.ratings, column: schema.ratings.userId, key: 'userId', health: false },
  practices: {
    table: schema.practices,
    column: schema.practices.userId,
    key: 'userId',
    health: false,
  },
  practice_days: {
    table: schema.practiceDays,
    column: schema.practiceDays.userId,
    key: 'userId',
    health: false,
  },
  program_events: {
    table: schema.programEvents,
    column: schema.programEvents.userId,
    key: 'userId',
    health: false,
  },
  passes: { table: schema.passes, column: schema.passes.userId, key: 'userId', health: false },
  checkouts: {
    table: schema.checkouts,
    column: schema.checkouts.userId,
    key: 'userId',
    health: false,
    kept: 'The record of a payment has to be kept for years (in France ten: Code de commerce, L123-22); it no longer says whose it was.',
  },
  feedback: {
    table: schema.feedback,
    column: schema.feedback.userId,
    key: 'userId',
    health: false,
  },
  waitlist: { table: schema.waitlist, column: schema.waitlist.email, key: 'email', health: false },
  auth_users: { table: authUsers, column: authUsers.id, key: 'uid', health: false },
  auth_accounts: {
    table: authAccounts,
    column: authAccounts.userId,
    key: 'uid',
    health: false,
    secret: ['password', 'accessToken', 'refreshToken', 'idToken'],
  },
  auth_sessions: {
    table: authSessions,
    column: authSessions.userId,
    key: 'uid',
    health: false,
    secret: ['token'],
  },
  auth_verifications: {
    table: schema.authVerifications,
    column: schema.authVerifications.userId,
    key: 'uid',
    health: false,
    secret: ['identifier'],
  },
  audit_log: {
    table: schema.auditLog,
    column: schema.auditLog.subjectId,
    key: 'userId',
    health: false,
    secret: ['actorId'],
    kept: 'Who was let in by whom protects everybody else; the entry no longer says whom it was about.',
  },
  jobs: {
    nobody:
      'A schema: letters and resets on their way, sealed. An erasure deletes those of the person, found by keyed hashes; what is done is gone within minutes.',
  },
  rate_limits: { nobody: 'Counters under keyed hashes; they end by themselves within a day.' },
  authors: { nobody: 'Who wrote a session.' },
  author_texts: { nobody: 'What is said of an author.' },
  contents: { nobody: 'The sessions.' },
  content_texts: { nobody: 'The words of the sessions.' },
  content_search_en: { nobody: 'The words of the sessions, to be searched.' },
  content_search_fr: { nobody: 'The words of the sessions, to be searched.' },
  search_words: { nobody: 'The words of the library, each once.' },
  programs: { nobody: 'The programs.' },
  program_texts: { nobody: 'The words of the programs.' },
  lessons: { nobody: 'The sessions of the programs, in order.' },
  lesson_texts: { nobody: 'The words of the lessons.' },
  prices: { nobody: 'What passes cost.' },
};

/** The tables that hold something of people, by name. */
export const HELD = Object.entries(HOLDINGS).flatMap(([name, holding]) =>
  'nobody' in holding ? [] : [{ name, ...holding }],
);
