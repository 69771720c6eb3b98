import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type OwnDataOf, type OwnDataQuery, buildOwnRowQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { buildFearReport } from '#shared/rules/fear-report.ts';
import type { FearProfile } from '#shared/rules/recommendation.ts';
import { VALID_HEALTH_CONSENT_VERSIONS } from '#shared/contract/assessment.ts';
import { assessmentDrafts, assessments, checkIns, healthConsents } from './table.ts';

/** Returns whether answers are kept under a version of the health consent. */
export const isHealthConsentVersionValid = (version: string | undefined): boolean =>
  VALID_HEALTH_CONSENT_VERSIONS.some((one) => one === version);

/** Returns when the person agreed to a valid version of the health consent; null if they did not. */
export async function findHealthConsentTime(db: Database, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ version: healthConsents.version, givenAt: healthConsents.givenAt })
    .from(healthConsents)
    .where(eq(healthConsents.userId, userId))
    .limit(1);
  return row && isHealthConsentVersionValid(row.version) ? row.givenAt : null;
}

const consent = buildOwnRowQuery(
  { version: healthConsents.version },
  sql`from ${healthConsents} where ${healthConsents.userId} = ${users.id}`,
);
/**
 * Selection, for the statement that identifies the caller, of whether they agreed to a valid version of the health
 * consent.
 */
export const ownHasHealthConsentQuery: OwnDataQuery<boolean> = {
  ...consent,
  decode: (json) => isHealthConsentVersionValid(consent.decode(json)?.version),
};

/**
 * Returns the answers of a person's unfinished assessment, an intensity (0 to 10) for each answered area; empty when
 * there is none.
 */
export async function readDraftAnswers(db: Database, userId: string) {
  const [row] = await db
    .select({ answers: assessmentDrafts.answers })
    .from(assessmentDrafts)
    .where(eq(assessmentDrafts.userId, userId))
    .limit(1);
  return row?.answers ?? {};
}

/**
 * Returns the latest completed assessment, the person's fear profile; null without one, or without a health consent (of
 * any version).
 */
export async function findLatestConsentedAssessment(db: Database, userId: string) {
  const [row] = await db
    .select(getTableColumns(assessments))
    .from(assessments)
    .innerJoin(healthConsents, eq(healthConsents.userId, assessments.userId))
    .where(eq(assessments.userId, userId))
    .orderBy(desc(assessments.completedAt), desc(assessments.id))
    .limit(1);
  return row ?? null;
}

/**
 * Selection, for the statement that identifies the caller, of the answers and focus of their latest completed
 * assessment, as findLatestConsentedAssessment finds it; null without one.
 */
export const ownLatestAssessmentQuery = buildOwnRowQuery(
  {
    answers: assessments.answers,
    primaryFocus: assessments.primaryFocus,
    secondaryFocus: assessments.secondaryFocus,
  },
  sql`from ${assessments} join ${healthConsents} on ${healthConsents.userId} = ${assessments.userId}
    where ${assessments.userId} = ${users.id} order by ${assessments.completedAt} desc, ${assessments.id} desc`,
);

type OwnAssessment = NonNullable<OwnDataOf<typeof ownLatestAssessmentQuery>>;

/** Builds the fear profile of an assessment; focus areas that were not chosen default to those the report proposes. */
export function toFearProfile(assessment: OwnAssessment): FearProfile {
  const { answers, primaryFocus, secondaryFocus } = assessment;
  if (primaryFocus !== null && secondaryFocus !== null)
    return { answers, primary: primaryFocus, secondary: secondaryFocus, chosen: true };
  const proposed = buildFearReport(answers).proposedFocus;
  return {
    answers,
    primary: primaryFocus ?? proposed.primary,
    secondary: secondaryFocus ?? proposed.secondary,
    chosen: false,
  };
}

const MAX_RESULTS = 200;

/** Lists the latest 200 completed assessments, the oldest first; none without a health consent (of any version). */
export async function listConsentedAssessments(db: Database, userId: string) {
  const rows = await db
    .select(getTableColumns(assessments))
    .from(assessments)
    .innerJoin(healthConsents, eq(healthConsents.userId, assessments.userId))
    .where(eq(assessments.userId, userId))
    .orderBy(desc(assessments.completedAt), desc(assessments.id))
    .limit(MAX_RESULTS);
  return rows.toReversed();
}

/** Lists the latest 200 check-ins, the oldest first; none without a health consent (of any version). */
export async function listConsentedCheckIns(db: Database, userId: string) {
  const rows = await db
    .select({ id: checkIns.id, takenAt: checkIns.takenAt, answers: checkIns.answers })
    .from(checkIns)
    .innerJoin(healthConsents, eq(healthConsents.userId, checkIns.userId))
    .where(eq(checkIns.userId, userId))
    .orderBy(desc(checkIns.takenAt), desc(checkIns.id))
    .limit(MAX_RESULTS);
  return rows.toReversed();
}

/** Whether the person has a completed assessment. False once the health consent is withdrawn, which deletes them. */
export async function hasCompletedAssessment(db: Database, userId: string): Promise<boolean> {
  return (await findLatestConsentedAssessment(db, userId)) !== null;
}
