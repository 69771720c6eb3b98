import { eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import { insertUnlessStored, type MergeRule, upsertLatest } from '#server/db/last-write-wins.ts';
import { clampFarFutureToNow } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import type { HealthConsentVersion } from '#shared/contract/assessment.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { areAnswersComplete } from '#shared/rules/fear-report.ts';
import { findLatestConsentedAssessment, isHealthConsentVersionValid } from './reads.ts';
import {
  type AssessmentDraftAnswers,
  assessmentDrafts,
  assessments,
  type CheckInAnswers,
  checkIns,
  healthConsents,
} from './table.ts';

/** Records consent to a version. Consent given before to this version, or to a later one, stays with its date. */
export async function giveHealthConsentUnlessGiven(
  db: Database,
  userId: string,
  { version, now }: { version: HealthConsentVersion; now: Date },
) {
  const consent = { version, givenAt: now };
  await db
    .insert(healthConsents)
    .values({ userId, ...consent })
    .onConflictDoUpdate({
      target: healthConsents.userId,
      set: consent,
      setWhere: lt(healthConsents.version, version),
    });
}

/**
 * Deletes the health consent and, by cascade, all data that needs it. A concurrent write of health data either commits
 * before and is deleted, or waits and is refused.
 */
export async function withdrawHealthConsent(db: Database, userId: string): Promise<void> {
  await db.delete(healthConsents).where(eq(healthConsents.userId, userId));
}

/**
 * Whether a write belongs to the consent given at `givenAt`. Data written under an earlier, withdrawn consent are not
 * stored again.
 */
type ConsentCheck = (givenAt: Date) => boolean;

/**
 * Creates a check for `writeUnderHealthConsent` that accepts a write only if the present consent was given at or before
 * `writtenAt`, so that no answers from before a renewed consent are stored.
 */
export const createConsentTimeCheck =
  (writtenAt: Date): ConsentCheck =>
  (givenAt) =>
    writtenAt >= givenAt;

/** Submitted answers and, if the page sent it, when their consent was given. */
interface SubmittedAnswers {
  answers: AssessmentDraftAnswers;
  consentGivenAt?: string | undefined;
}

/** Answers belong to the consent they name, or to any if they name none. */
const buildConsentCheck =
  ({ consentGivenAt }: SubmittedAnswers): ConsentCheck =>
  (givenAt) =>
    consentGivenAt === undefined || Date.parse(consentGivenAt) === givenAt.getTime();

/**
 * Runs a write of health data in a transaction that locks the consent row, and resolves to its result: writes of one
 * person are serialised, and a concurrent withdrawal waits.
 * @throws {AppError} consent_required (none to the current version); consent_renewed (`isUnderConsent` refuses it)
 */
export async function writeUnderHealthConsent<T>(
  db: Database,
  userId: string,
  write: (tx: Database) => Promise<T>,
  isUnderConsent: ConsentCheck = () => true,
): Promise<T> {
  return db.transaction(async (tx) => {
    const givenAt = await lockAndReadHealthConsent(tx, userId);
    if (!givenAt) throw new AppError('consent_required');
    if (!isUnderConsent(givenAt)) throw new AppError('consent_renewed');
    return write(tx);
  });
}

/**
 * Locks the person's consent row until the transaction ends; resolves to when a valid version was agreed to, or
 * null. Called before anything else is locked: withdrawals, erasures and writes of health data share this order.
 */
export async function lockAndReadHealthConsent(tx: Database, userId: string): Promise<Date | null> {
  const [consent] = await tx
    .select({ version: healthConsents.version, givenAt: healthConsents.givenAt })
    .from(healthConsents)
    .where(eq(healthConsents.userId, userId))
    .for('update');
  return consent && isHealthConsentVersionValid(consent.version) ? consent.givenAt : null;
}

/** Answers equal to those just completed that arrive within this time are a repeated or late request. */
const DUPLICATE_WINDOW_MS = 60_000;

/** Whether the answers only repeat those of an assessment completed within the last minute. */
function isDuplicateOfLatest(latest: LatestAssessment, answers: AssessmentDraftAnswers, now: Date) {
  if (!latest || now.getTime() - latest.completedAt.getTime() > DUPLICATE_WINDOW_MS) return false;
  const said: AssessmentDraftAnswers = latest.answers;
  // No answers at all discard a draft: they repeat nothing.
  if (Object.keys(answers).length === 0) return false;
  return Object.entries(answers).every(([area, score]) => said[area as FearArea] === score);
}

type LatestAssessment = Awaited<ReturnType<typeof findLatestConsentedAssessment>>;

const DRAFTS = {
  table: assessmentDrafts,
  key: ['userId'],
  groups: [{ at: 'updatedAt', columns: ['answers'] }],
} as const satisfies MergeRule<typeof assessmentDrafts>;

/**
 * Saves the draft answers of an assessment. Ignored if a later draft is stored, if written before the latest completed
 * assessment, or if they only repeat one completed within the last minute.
 * @throws consent_required; consent_renewed
 */
export async function saveAssessmentDraftUnlessOutdated(
  db: Database,
  userId: string,
  given: SubmittedAnswers & { writtenAt: Date; datedOnArrival: boolean },
  now: Date,
) {
  const { answers, writtenAt } = given;
  const save = async (tx: Database) => {
    const latest = await findLatestConsentedAssessment(tx, userId);
    if (latest && writtenAt < latest.completedAt) return;
    // A late draft of the assessment that was just completed; storing it would start a second one.
    if (isDuplicateOfLatest(latest, answers, now)) return;
    await upsertLatest(tx, DRAFTS, [{ userId, answers, updatedAt: writtenAt }], given);
  };
  await writeUnderHealthConsent(db, userId, save, buildConsentCheck(given));
}

/**
 * Stores a completed assessment of all 16 areas and deletes the draft. Ignored if the answers repeat those of an
 * assessment completed within the last minute.
 * @throws consent_required; consent_renewed; assessment_incomplete (fewer areas); too_many
 */
export async function completeAssessmentUnlessRepeated(
  db: Database,
  userId: string,
  given: SubmittedAnswers,
  now: Date,
) {
  const { answers } = given;
  if (!areAnswersComplete(answers)) throw new AppError('assessment_incomplete');
  const complete = async (tx: Database) => {
    if (isDuplicateOfLatest(await findLatestConsentedAssessment(tx, userId), answers, now)) return;
    await tx.insert(assessments).values({ userId, answers, completedAt: now });
    await assertRowCapNotExceeded(tx, assessments, userId);
    await tx.delete(assessmentDrafts).where(eq(assessmentDrafts.userId, userId));
  };
  await writeUnderHealthConsent(db, userId, complete, buildConsentCheck(given));
}

interface CheckIn {
  id: string;
  takenAt: Date;
  answers: CheckInAnswers;
}

/**
 * Stores a check-in; idempotent by id. One dated in the future is dated now.
 * @throws consent_required; conflict (the id belongs to a different check-in); too_many
 */
export async function saveCheckIn(db: Database, userId: string, sent: CheckIn, now: Date) {
  const rowAt = (receivedAt: Date) => {
    const takenAt = clampFarFutureToNow(sent.takenAt, receivedAt);
    return { ...sent, userId, takenAt, receivedAt };
  };
  await writeUnderHealthConsent(db, userId, (tx) => insertUnlessStored(tx, checkIns, rowAt, now));
}

/**
 * Sets both focus areas of the latest completed assessment.
 * @throws consent_required; assessment_incomplete (none is completed)
 */
export async function saveFocusAreas(
  db: Database,
  userId: string,
  focus: { primary: FearArea; secondary: FearArea },
) {
  await writeUnderHealthConsent(db, userId, async (tx) => {
    const latest = await findLatestConsentedAssessment(tx, userId);
    if (!latest) throw new AppError('assessment_incomplete');
    await tx
      .update(assessments)
      .set({ primaryFocus: focus.primary, secondaryFocus: focus.secondary })
      .where(eq(assessments.id, latest.id));
  });
}
