import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findUser, isUnconfirmedAtFirebase } from '#server/features/account/reads.ts';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { buildSignedInLink } from '#shared/rules/own-path.ts';
import { supportMessages, supportQuestions } from '../table.ts';
import { computeNextMessageTime } from '../writes.ts';

type Deps = Pick<Dependencies, 'clock' | 'jobs' | 'secret' | 'baseUrl' | 'db'>;
type Question = typeof supportQuestions.$inferSelect;

/** The admin who answers, when, and the last message that they have seen. */
interface Answerer {
  actorId: string;
  now: Date;
  lastMessageId: string;
}

const nameQuestion = (id: string) => `support question ${id}`;

/**
 * Stores an admin's answer to a support question and queues an e-mail with it to the person. Does nothing when the
 * answer with this id is stored already.
 * @throws {AppError} `not_found`; `conflict` (there is a message that the admin has not seen)
 */
export async function answerQuestionAndQueueEmail(
  deps: Deps,
  questionId: string,
  answerer: Answerer,
  { id, text }: { id: string; text: string },
): Promise<void> {
  await changeQuestion(deps.db, questionId, async (tx, question) => {
    const same = and(eq(supportMessages.id, id), eq(supportMessages.questionId, questionId));
    const [sent] = await tx.select({ id: supportMessages.id }).from(supportMessages).where(same);
    if (sent) return;
    await assertSeen(tx, questionId, answerer.lastMessageId);
    const { userId, lastMessageAt } = question;
    const at = computeNextMessageTime(lastMessageAt, answerer.now);
    const [message] = await tx
      .insert(supportMessages)
      .values({ id, questionId, userId, author: 'operator', text, at })
      .onConflictDoNothing()
      .returning({ id: supportMessages.id });
    if (!message) throw new AppError('conflict');
    await tx
      .update(supportQuestions)
      .set({ waitingSince: null, answeredAt: at, lastMessageAt: at })
      .where(eq(supportQuestions.id, questionId));
    await auditAnswer(tx, answerer, question, 'support.answer');
    await sendAnswer(deps, tx, userId, text);
  });
}

/**
 * Marks a support question as needing no answer; the person is not notified.
 * @throws {AppError} `not_found`; `conflict` (there is a message that the admin has not seen)
 */
export async function markQuestionSettled(
  db: Database,
  questionId: string,
  answerer: Answerer,
): Promise<void> {
  await changeQuestion(db, questionId, async (tx, question) => {
    await assertSeen(tx, questionId, answerer.lastMessageId);
    if (question.waitingSince === null) return;
    await tx
      .update(supportQuestions)
      .set({ waitingSince: null })
      .where(eq(supportQuestions.id, questionId));
    await auditAnswer(tx, answerer, question, 'support.settle');
  });
}

/** Runs a change of a question in a transaction that holds the lock on it. */
async function changeQuestion(
  db: Database,
  id: string,
  change: (tx: Database, question: Question) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const find = () => tx.select().from(supportQuestions).where(eq(supportQuestions.id, id));
    const [known] = await find();
    if (!known || !(await lockProfileForUpdateIfExists(tx, known.userId)))
      throw new AppError('not_found');
    const [question] = await find();
    if (!question) throw new AppError('not_found');
    await change(tx, question);
  });
}

async function assertSeen(tx: Database, questionId: string, lastMessageId: string): Promise<void> {
  const [last] = await tx
    .select({ id: supportMessages.id })
    .from(supportMessages)
    .where(eq(supportMessages.questionId, questionId))
    .orderBy(desc(supportMessages.at))
    .limit(1);
  if (last?.id !== lastMessageId) throw new AppError('conflict');
}

/** Audits what was done, without the text. */
async function auditAnswer(
  tx: Database,
  { actorId, now }: Answerer,
  { id, userId }: Question,
  action: 'support.answer' | 'support.settle',
): Promise<void> {
  const what = { action, target: nameQuestion(id), subjectId: userId, details: {} };
  await writeAuditEntry(tx, { actorId, at: now, by: 'admin', ...what });
}

/** Queues the e-mail with an answer, unless the address is unconfirmed: the question is not in it. */
async function sendAnswer(deps: Deps, tx: Database, userId: string, text: string): Promise<void> {
  const owner = await findUser(tx, userId);
  // Where this server signs people in, the address was confirmed before they could ask, and only a confirmed one replaces it.
  if (!owner || isUnconfirmedAtFirebase(owner)) return;
  const { email: to, subject: uid, preferredLanguage: language } = owner;
  const link = buildSignedInLink(deps.baseUrl, '/support');
  await queueEmailWithinLimits(
    deps,
    tx,
    { name: 'supportAnswered', to, language, link, values: { text } },
    uid,
  );
}
