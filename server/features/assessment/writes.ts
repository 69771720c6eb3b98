import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { isComplete } from '#shared/rules/fear-report.ts';
import { findLatestAssessment } from './reads.ts';
import { type Answers, assessmentDrafts, assessments, healthConsents } from './table.ts';

/** Records consent; withdrawing it erases the answers under way. Completed ones stay until erased. */
export async function setConsent(db: Database, userId: string, given: boolean, now: Date) {
  if (!given) {
    await db.transaction(async (tx) => {
      await tx.delete(healthConsents).where(eq(healthConsents.userId, userId));
      await tx.delete(assessmentDrafts).where(eq(assessmentDrafts.userId, userId));
    });
    return;
  }
  const consent = { version: HEALTH_CONSENT_VERSION, givenAt: now };
  await db
    .insert(healthConsents)
    .values({ userId, ...consent })
    .onConflictDoUpdate({ target: healthConsents.userId, set: consent });
}

/** Keeps the answers given so far in place of those kept before. */
export async function saveDraft(db: Database, userId: string, answers: Answers, now: Date) {
  const draft = { answers, updatedAt: now };
  await db
    .insert(assessmentDrafts)
    .values({ userId, ...draft })
    .onConflictDoUpdate({ target: assessmentDrafts.userId, set: draft });
}

/** Turns 16 answers into the person's fear profile. @throws assessment_incomplete with fewer. */
export async function completeAssessment(
  db: Database,
  userId: string,
  answers: Answers,
  now: Date,
) {
  if (!isComplete(answers)) throw new AppError('assessment_incomplete');
  await db.transaction(async (tx) => {
    await tx.insert(assessments).values({ userId, answers, completedAt: now });
    await tx.delete(assessmentDrafts).where(eq(assessmentDrafts.userId, userId));
  });
}

/** Sets the focus areas of the latest assessment. @throws assessment_incomplete without one. */
export async function chooseFocus(
  db: Database,
  userId: string,
  focus: { primary: FearArea; secondary: FearArea },
) {
  const latest = await findLatestAssessment(db, userId);
  if (!latest) throw new AppError('assessment_incomplete');
  await db
    .update(assessments)
    .set({ primaryFocus: focus.primary, secondaryFocus: focus.secondary })
    .where(eq(assessments.id, latest.id));
}
