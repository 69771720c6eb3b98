import type { Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { users } from '#server/features/account/table.ts';
import {
  assessmentDrafts,
  assessments,
  checkIns,
  healthConsents,
} from '#server/features/assessment/table.ts';
import { auditLog } from '#server/features/audit/table.ts';
import { apiTokens } from '#server/features/api-tokens/table.ts';
import { autosaves } from '#server/features/autosaves/table.ts';
import { bannerDismissals } from '#server/features/banners/table.ts';
import { gifts } from '#server/features/billing/gifts/table.ts';
import { disputes } from '#server/features/billing/payments/table.ts';
import { billingCustomers, checkouts, passes } from '#server/features/billing/table.ts';
import { practices } from '#server/features/breathing/table.ts';
import { cookieDecisions } from '#server/features/cookie-consent/table.ts';
import { feedback } from '#server/features/feedback/table.ts';
import { firebaseSecondFactors } from '#server/features/firebase/second-factor/table.ts';
import { flights } from '#server/features/flights/table.ts';
import {
  authAccounts,
  authPasskeys,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
  securityEvents,
} from '#server/features/identity/table.ts';
import { ladderAttempts, ladderOrders, ladderSteps } from '#server/features/ladder/table.ts';
import { flightRecords } from '#server/features/ledger/table.ts';
import { listens, progress, sessionRatings, selfRatings } from '#server/features/player/table.ts';
import { programEvents } from '#server/features/programs/table.ts';
import { pushSubscriptions, reminders } from '#server/features/reminders/table.ts';
import { soundPractices } from '#server/features/sounds/table.ts';
import { practiceDays } from '#server/features/streak/table.ts';
import { supportMessages, supportQuestions } from '#server/features/support/table.ts';
import { trackingEvents } from '#server/features/tracking/table.ts';
import { waitlist } from '#server/features/waitlist/table.ts';

/** Which key identifies the person in a table: profile id, identity uid, or e-mail address. */
export type PersonIdentifierKind = 'userId' | 'uid' | 'email';

interface PersonalTable {
  table: PgTable;
  column: Column;
  key: PersonIdentifierKind;
  /** Columns that are excluded from the export because they are secrets. */
  secret?: readonly string[];
  /** Why rows are kept, without the person, after an erasure. */
  retentionReason?: string;
}
/** A table without personal data, and why. */
interface ImpersonalTable {
  reason: string;
}

/**
 * Every table and how it handles personal data: what is exported, and what is deleted by an erasure. In the order of
 * the export. A test compares the list with the database, so that no new table is forgotten.
 */
export const TABLE_PRIVACY: Record<string, PersonalTable | ImpersonalTable> = {
  users: { table: users, column: users.id, key: 'userId' },
  flights: { table: flights, column: flights.userId, key: 'userId' },
  health_consents: { table: healthConsents, column: healthConsents.userId, key: 'userId' },
  assessment_drafts: { table: assessmentDrafts, column: assessmentDrafts.userId, key: 'userId' },
  assessments: { table: assessments, column: assessments.userId, key: 'userId' },
  check_ins: { table: checkIns, column: checkIns.userId, key: 'userId' },
  ladder_steps: { table: ladderSteps, column: ladderSteps.userId, key: 'userId' },
  ladder_orders: { table: ladderOrders, column: ladderOrders.userId, key: 'userId' },
  ladder_attempts: { table: ladderAttempts, column: ladderAttempts.userId, key: 'userId' },
  flight_records: { table: flightRecords, column: flightRecords.userId, key: 'userId' },
  listens: { table: listens, column: listens.userId, key: 'userId' },
  self_ratings: { table: selfRatings, column: selfRatings.userId, key: 'userId' },
  progress: { table: progress, column: progress.userId, key: 'userId' },
  ratings: { table: sessionRatings, column: sessionRatings.userId, key: 'userId' },
  practices: { table: practices, column: practices.userId, key: 'userId' },
  practice_days: { table: practiceDays, column: practiceDays.userId, key: 'userId' },
  sound_practices: { table: soundPractices, column: soundPractices.userId, key: 'userId' },
  program_events: { table: programEvents, column: programEvents.userId, key: 'userId' },
  billing_customers: { table: billingCustomers, column: billingCustomers.userId, key: 'userId' },
  passes: { table: passes, column: passes.userId, key: 'userId' },
  gifts: {
    table: gifts,
    column: gifts.buyerId,
    key: 'userId',
    retentionReason:
      'The code of a gift is somebody else’s, and its payment has to be kept; it no longer says who bought it.',
  },
  disputes: {
    table: disputes,
    column: disputes.userId,
    key: 'userId',
    retentionReason:
      'What a bank disputed is part of the record of a payment; it no longer says whose it was.',
  },
  checkouts: {
    table: checkouts,
    column: checkouts.userId,
    key: 'userId',
    retentionReason:
      'The record of a payment has to be kept for years (in France ten: Code de commerce, L123-22); it no longer says whose it was.',
  },
  feedback: { table: feedback, column: feedback.userId, key: 'userId' },
  support_questions: { table: supportQuestions, column: supportQuestions.userId, key: 'userId' },
  support_messages: { table: supportMessages, column: supportMessages.userId, key: 'userId' },
  cookie_decisions: { table: cookieDecisions, column: cookieDecisions.userId, key: 'userId' },
  tracking_events: { table: trackingEvents, column: trackingEvents.userId, key: 'userId' },
  autosaves: { table: autosaves, column: autosaves.userId, key: 'userId' },
  api_tokens: {
    table: apiTokens,
    column: apiTokens.userId,
    key: 'userId',
    secret: ['tokenHash'],
  },
  banner_dismissals: { table: bannerDismissals, column: bannerDismissals.userId, key: 'userId' },
  reminders: { table: reminders, column: reminders.userId, key: 'userId' },
  push_subscriptions: {
    table: pushSubscriptions,
    column: pushSubscriptions.userId,
    key: 'userId',
    // With them one can write to the browser.
    secret: ['endpoint', 'p256dh', 'auth'],
  },
  waitlist: { table: waitlist, column: waitlist.email, key: 'email' },
  auth_users: { table: authUsers, column: authUsers.id, key: 'uid' },
  auth_accounts: {
    table: authAccounts,
    column: authAccounts.userId,
    key: 'uid',
    secret: ['password', 'accessToken', 'refreshToken', 'idToken'],
  },
  auth_two_factors: {
    table: authTwoFactors,
    column: authTwoFactors.userId,
    key: 'uid',
    secret: ['secret', 'backupCodes'],
  },
  firebase_second_factors: {
    table: firebaseSecondFactors,
    column: firebaseSecondFactors.userId,
    key: 'userId',
    secret: ['secret', 'recoveryCodes'],
  },
  auth_passkeys: {
    table: authPasskeys,
    column: authPasskeys.userId,
    key: 'uid',
    secret: ['credentialId', 'publicKey'],
  },
  auth_sessions: {
    table: authSessions,
    column: authSessions.userId,
    key: 'uid',
    secret: ['token'],
  },
  security_events: { table: securityEvents, column: securityEvents.userId, key: 'uid' },
  auth_verifications: {
    table: authVerifications,
    column: authVerifications.userId,
    key: 'uid',
    secret: ['identifier'],
  },
  audit_log: {
    table: auditLog,
    column: auditLog.subjectId,
    key: 'userId',
    secret: ['actorId'],
    retentionReason:
      'Who was let in by whom protects everybody else; the entry no longer says whom it was about.',
  },
  jobs: {
    reason:
      'A schema: e-mails and resets that are queued, encrypted. An erasure deletes those of the person, found by their blind indexes; finished jobs are deleted within minutes.',
  },
  data_exports: {
    reason:
      'That an export is prepared, or ready. It goes with the profile or the consent to health data, and within a day.',
  },
  data_export_parts: {
    reason: 'What a prepared export holds, which can’t hold itself; it goes with it.',
  },
  idempotency_keys: {
    reason:
      'Names that devices made up for what they sent, and keyed hashes of it. They go with the profile, and within two months.',
  },
  rate_limits: { reason: 'Counters under keyed hashes; they end by themselves within a day.' },
  generations: {
    reason:
      'What is drafted and narrated. Whose account is deleted, is no longer named as the one who asked for it.',
  },
  narration_runs: {
    reason:
      'The speaking of what was missing. Whose account is deleted, is no longer named as the one who asked for it.',
  },
  narration_items: { reason: 'Which sessions were spoken in it.' },
  preview_links: {
    reason:
      'Links to sessions before they are published, by hashes. Whose account is deleted, is no longer named as the one who made one.',
  },
  content_recordings: { reason: 'The recordings of the sessions.' },
  former_recordings: { reason: 'Recordings of the sessions that were replaced.' },
  voices: { reason: 'How words are said, and which voice speaks which sessions.' },
  media_files: { reason: 'The files of recordings and portraits, by names that nobody chose.' },
  content_drafts: { reason: 'What admins write of the sessions.' },
  content_versions: {
    reason:
      'The saved versions of the sessions. Whose account is deleted, is no longer named as the one who saved one.',
  },
  authors: { reason: 'Who wrote a session.' },
  author_texts: { reason: 'What is said of an author.' },
  published_version: { reason: 'Of what is published.' },
  contents: { reason: 'The sessions.' },
  content_texts: { reason: 'The words of the sessions.' },
  content_heads_en: { reason: 'What the sessions are about, to be searched.' },
  content_heads_fr: { reason: 'What the sessions are about, to be searched.' },
  content_search_en: { reason: 'The words of the sessions, to be searched.' },
  content_search_fr: { reason: 'The words of the sessions, to be searched.' },
  search_words: { reason: 'The words of the library, each once.' },
  programs: { reason: 'The programs.' },
  program_texts: { reason: 'The words of the programs.' },
  lessons: { reason: 'The sessions of the programs, in order.' },
  lesson_texts: { reason: 'The words of the lessons.' },
  billing_events: {
    reason:
      'Ids and kinds of what the payment service reported, without whom; they go after two months.',
  },
  plans: { reason: 'What is sold.' },
  prices: { reason: 'What passes cost, and did.' },
  sandbox_objects: {
    reason:
      'Test mode: what the stand-in for the payment service stores. An erasure is told to it, as to the real one, and removes who it was.',
  },
  totals: { reason: 'What all people did together, by days and weeks.' },
  total_marks: { reason: 'Until when that was added up.' },
  session_totals: { reason: 'What all people together did with each session.' },
  subscription_spans: {
    reason:
      'From when to when a subscription ran, and its price, by hashes of ids that an erasure deletes.',
  },
  income: { reason: 'What was paid, by the hash of the payment, without whom.' },
  customer_erasures: {
    reason: 'Ids at the payment provider that are yet to be erased there, without whose they were.',
  },
  refund_failures: { reason: 'Refunds that failed at the bank, by the provider’s ids.' },
  banners: { reason: 'What the operator announces.' },
  offers: { reason: 'Lower prices for a time.' },
  support_settings: {
    reason: 'Who answers questions, in the words that everybody with a pass reads.',
  },
  letter_versions: {
    reason:
      'What the operator wrote in place of our e-mails. Whose account is deleted, is no longer named as the one who saved it.',
  },
  webhooks: { reason: 'Where the operator has events sent.' },
  webhook_deliveries: {
    reason:
      'Events by ids and names of content, tiers and amounts, without whom. The id of a question leads nowhere once it is deleted. They go after a month.',
  },
  support_replies: { reason: 'Answers that admins keep for the next time.' },
};

export const PERSONAL_TABLES = Object.entries(TABLE_PRIVACY).flatMap(([name, holding]) =>
  'reason' in holding ? [] : [{ name, ...holding }],
);

/**
 * Tables that depend on the consent to health data, which only the person may read. A test compares the list with the
 * database.
 */
const HEALTH_TABLES: ReadonlySet<string> = new Set([
  'assessment_drafts',
  'assessments',
  'check_ins',
  'ladder_steps',
  'ladder_orders',
  'ladder_attempts',
  'flight_records',
  'self_ratings',
]);

/** Tables of a person's practice, whereabouts or words, which no admin may take away in a file. */
const PRIVATE_TABLES: ReadonlySet<string> = new Set([
  'listens',
  'flights',
  'feedback',
  'support_questions',
  'support_messages',
]);

/** The tables with personal data that admins may see: all without health data, listens, flights and messages. */
export const PERSONAL_TABLES_FOR_ADMINS = PERSONAL_TABLES.filter(
  ({ name }) => !HEALTH_TABLES.has(name) && !PRIVATE_TABLES.has(name),
);
