import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { isComplete } from '#shared/rules/fear-report.ts';
import { findLatestAssessment } from './reads.ts';
import {
  type Answers,
  assessmentDrafts,
  assessments,
  type CheckInAnswers,
  checkIns,
  healthConsents,
} from './table.ts';

/** Records consent to the wording now in force; given again while it holds, it dates from the first time. */
export async function giveConsent(db: Database, userId: string, now: Date) {
  const consent = { version: HEALTH_CONSENT_VERSION, givenAt: now };
  await db
    .insert(healthConsents)
    .values({ userId, ...consent })
    .onConflictDoUpdate({
      target: healthConsents.userId,
      set: consent,
      setWhere: ne(healthConsents.version, HEALTH_CONSENT_VERSION),
    });
}

/** Whether what is written belongs to the consent given then. What was written before it was withdrawn stays gone. */
type IsOf = (givenAt: Date) => boolean;

/** What a device wrote at an instant belongs to a consent that was given by then. */
export const writtenUnder =
  (writtenAt: Date): IsOf =>
  (givenAt) =>
    writtenAt >= givenAt;

/** Answers, and under which consent they were given as far as the page said it. */
interface Given {
  answers: Answers;
  consentGivenAt?: string | undefined;
}

/** Answers belong to the consent under which they were given; where that is not said, to any. */
const givenUnder =
  ({ consentGivenAt }: Given): IsOf =>
  (givenAt) =>
    consentGivenAt === undefined || Date.parse(consentGivenAt) === givenAt.getTime();

/**
 * Runs a write of health data while consent to it holds: the row of the consent is locked, so that one
 * person's writes come one after the other and a withdrawal waits for none that comes after it.
 * @throws consent_required; consent_renewed when it is of an earlier consent
 */
export async function withConsent<T>(
  db: Database,
  userId: string,
  write: (tx: Database) => Promise<T>,
  isOf: IsOf = () => true,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [consent] = await tx
      .select({ version: healthConsents.version, givenAt: healthConsents.givenAt })
      .from(healthConsents)
      .where(eq(healthConsents.userId, userId))
      .for('update');
    if (consent?.version !== HEALTH_CONSENT_VERSION) throw new AppError('consent_required');
    if (!isOf(consent.givenAt)) throw new AppError('consent_renewed');
    return write(tx);
  });
}

/**
 * Locks the consent of somebody who withdraws it or is being erased, before anything else of theirs: their
 * own writes take the two in this order.
 */
export async function lockConsent(tx: Database, userId: string): Promise<void> {
  await tx
    .select({ userId: healthConsents.userId })
    .from(healthConsents)
    .where(eq(healthConsents.userId, userId))
    .for('update');
}

/** What arrives within this time with the answers just completed is the same request again, or one overtaken. */
const ECHO_MS = 60_000;

/** Whether answers say nothing that the assessment completed a moment ago does not say. */
async function isEcho(tx: Database, userId: string, answers: Answers, now: Date) {
  const latest = await findLatestAssessment(tx, userId);
  if (!latest || now.getTime() - latest.completedAt.getTime() > ECHO_MS) return false;
  const said: Answers = latest.answers;
  return Object.entries(answers).every(([area, score]) => said[area as FearArea] === score);
}

/** Keeps the answers given so far in place of those kept before. @throws consent_required; consent_renewed */
export async function saveDraft(db: Database, userId: string, given: Given, now: Date) {
  const { answers } = given;
  const save = async (tx: Database) => {
    // Overtaken by the completion it led to: kept, it would be a second assessment under way.
    if (await isEcho(tx, userId, answers, now)) return;
    const draft = { answers, updatedAt: now };
    await tx
      .insert(assessmentDrafts)
      .values({ userId, ...draft })
      .onConflictDoUpdate({ target: assessmentDrafts.userId, set: draft });
  };
  await withConsent(db, userId, save, givenUnder(given));
}

/**
 * Turns 16 answers into the person's fear profile; sent twice, it is one.
 * @throws consent_required; consent_renewed; assessment_incomplete with fewer.
 */
export async function completeAssessment(db: Database, userId: string, given: Given, now: Date) {
  const { answers } = given;
  if (!isComplete(answers)) throw new AppError('assessment_incomplete');
  const complete = async (tx: Database) => {
    if (await isEcho(tx, userId, answers, now)) return;
    await tx.insert(assessments).values({ userId, answers, completedAt: now });
    await tx.delete(assessmentDrafts).where(eq(assessmentDrafts.userId, userId));
  };
  await withConsent(db, userId, complete, givenUnder(given));
}

const CLOCK_SKEW_MS = 5 * 60_000;

interface CheckIn {
  id: string;
  takenAt: Date;
  answers: CheckInAnswers;
}

const isAhead = (at: Date, now: Date) => at.getTime() > now.getTime() + CLOCK_SKEW_MS;

/**
 * Keeps a check-in, once; one dated ahead of our clock is dated now.
 * @throws consent_required; conflict when the id names another check-in.
 */
export async function saveCheckIn(db: Database, userId: string, sent: CheckIn, now: Date) {
  const { id, takenAt } = sent;
  const row = { ...sent, userId, takenAt: isAhead(takenAt, now) ? now : takenAt };
  await withConsent(db, userId, async (tx) => {
    const [stored] = await tx
      .select()
      .from(checkIns)
      .where(and(eq(checkIns.userId, userId), eq(checkIns.id, id)));
    if (!stored) await tx.insert(checkIns).values(row);
    else if (!isSame(stored, sent)) throw new AppError('conflict');
  });
}

/** Whether a check-in sent again is the one stored. What was dated now when it came counts as equal. */
function isSame(stored: CheckIn, sent: CheckIn): boolean {
  const at = sent.takenAt.getTime() === stored.takenAt.getTime();
  return (
    (at || isAhead(sent.takenAt, stored.takenAt)) &&
    Object.entries(stored.answers).every(
      ([name, answer]) => sent.answers[name as keyof CheckInAnswers] === answer,
    )
  );
}

/** Sets the focus areas of the latest assessment. @throws assessment_incomplete without one. */
export async function chooseFocus(
  db: Database,
  userId: string,
  focus: { primary: FearArea; secondary: FearArea },
) {
  await withConsent(db, userId, async (tx) => {
    const latest = await findLatestAssessment(tx, userId);
    if (!latest) throw new AppError('assessment_incomplete');
    await tx
      .update(assessments)
      .set({ primaryFocus: focus.primary, secondaryFocus: focus.secondary })
      .where(eq(assessments.id, latest.id));
  });
}
