import { and, count, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { contents } from '#server/features/contents/table.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { queueWebhookEvent } from '#server/features/webhooks/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import {
  MAX_SUPPORT_MESSAGES_PER_PERSON_A_DAY,
  MAX_WAITING_QUESTIONS_PER_PERSON,
} from '#shared/contract/support.ts';
import { buildSignedInLink } from '#shared/rules/own-path.ts';
import { findSupportSettingsIfOpen } from './reads.ts';
import { supportMessages, supportQuestions } from './table.ts';

type Deps = Pick<Dependencies, 'clock' | 'jobs' | 'secret' | 'baseUrl' | 'operatorEmail' | 'db'>;

interface Asker {
  userId: string;
  uid: string;
  language: Language;
}

interface Message {
  id: string;
  text: string;
}

const DAY_MS = 86_400_000;
/** How long questions are kept, as the privacy page says. */
const KEPT_MONTHS = 12;

/**
 * Stores a question under the id that the browser chose, and notifies the operator by e-mail. Does nothing when it is
 * stored already.
 * @throws {AppError} `support_closed`; `too_many_questions`; `too_many_messages`; `content_not_found`; `conflict` (the
 * id is taken); `unauthorised` (the person was erased)
 */
export async function askQuestionAndNotifyOperator(
  deps: Deps,
  asker: Asker,
  { id, text, contentId }: Message & { contentId: string | null },
): Promise<void> {
  await storeMessageOnce(deps, asker, { id, text }, async (tx, at) => {
    const { userId } = asker;
    const [waiting] = await tx
      .select({ count: count() })
      .from(supportQuestions)
      .where(and(eq(supportQuestions.userId, userId), isNotNull(supportQuestions.waitingSince)));
    if ((waiting?.count ?? 0) >= MAX_WAITING_QUESTIONS_PER_PERSON)
      throw new AppError('too_many_questions');
    if (contentId !== null) await assertContent(tx, contentId);
    const [question] = await tx
      .insert(supportQuestions)
      .values({ id, userId, contentId, lastMessageAt: at, waitingSince: at })
      .onConflictDoNothing()
      .returning({ id: supportQuestions.id });
    // An id that another person has.
    if (!question) throw new AppError('conflict');
    return { questionId: id, at, mustNotify: true };
  });
}

/**
 * Adds a message to a question of the person, which then waits for an answer again. Does nothing when it is stored
 * already.
 * @throws {AppError} `not_found`; `support_closed`; `too_many_messages`; `conflict` (the id is taken); `unauthorised`
 */
export async function addMessageToOwnQuestion(
  deps: Deps,
  asker: Asker,
  questionId: string,
  message: Message,
): Promise<void> {
  await storeMessageOnce(deps, asker, message, async (tx, now) => {
    const own = and(eq(supportQuestions.id, questionId), eq(supportQuestions.userId, asker.userId));
    const [question] = await tx.select().from(supportQuestions).where(own).limit(1);
    if (!question) throw new AppError('not_found');
    const at = computeNextMessageTime(question.lastMessageAt, now);
    await tx
      .update(supportQuestions)
      .set({ lastMessageAt: at, waitingSince: question.waitingSince ?? at })
      .where(own);
    return { questionId, at, mustNotify: question.waitingSince === null };
  });
}

/**
 * Computes the time to store with a new message: `now`, or a millisecond after the last message if that is later, so
 * that messages have distinct times in order.
 */
export const computeNextMessageTime = (lastMessageAt: Date, now: Date): Date =>
  new Date(Math.max(now.getTime(), lastMessageAt.getTime() + 1));

/** Where a message is put: its question and time; `mustNotify`: the operator must be told. */
interface MessagePlacement {
  questionId: string;
  at: Date;
  mustNotify: boolean;
}

/** Stores a message of a person where `placeMessage` says, unless it is stored already. */
async function storeMessageOnce(
  deps: Deps,
  asker: Asker,
  { id, text }: Message,
  placeMessage: (tx: Database, now: Date) => Promise<MessagePlacement>,
): Promise<void> {
  const { userId } = asker;
  const now = deps.clock();
  await deps.db.transaction(async (tx) => {
    if (!(await lockProfileForUpdateIfExists(tx, userId))) throw new AppError('unauthorised');
    const same = and(eq(supportMessages.id, id), eq(supportMessages.userId, userId));
    const [sent] = await tx.select({ id: supportMessages.id }).from(supportMessages).where(same);
    if (sent) return;
    if (!(await findSupportSettingsIfOpen(tx))) throw new AppError('support_closed');
    await assertRoomToday(tx, userId, now);
    const { questionId, at, mustNotify } = await placeMessage(tx, now);
    const [message] = await tx
      .insert(supportMessages)
      .values({ id, questionId, userId, author: 'person', text, at })
      .onConflictDoNothing()
      .returning({ id: supportMessages.id });
    if (!message) throw new AppError('conflict');
    if (!mustNotify) return;
    await tellOperator(deps, tx, asker, questionId);
    await queueWebhookEvent(deps, tx, 'question.asked', { id: questionId });
  });
}

async function assertRoomToday(tx: Database, userId: string, now: Date): Promise<void> {
  const [today] = await tx
    .select({ count: count() })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.userId, userId),
        eq(supportMessages.author, 'person'),
        gt(supportMessages.at, new Date(now.getTime() - DAY_MS)),
      ),
    );
  if ((today?.count ?? 0) >= MAX_SUPPORT_MESSAGES_PER_PERSON_A_DAY)
    throw new AppError('too_many_messages');
}

async function assertContent(tx: Database, id: string): Promise<void> {
  const [content] = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.id, id))
    .for('key share');
  if (!content) throw new AppError('content_not_found');
}

/** Queues an e-mail to the operator, if an address is set, that a question waits; without its text. */
async function tellOperator(
  deps: Deps,
  tx: Database,
  { uid, language }: Asker,
  questionId: string,
): Promise<void> {
  const { operatorEmail: to, baseUrl } = deps;
  if (to === null) return;
  const link = buildSignedInLink(baseUrl, `/admin/support?id=${questionId}`);
  await queueEmailWithinLimits(deps, tx, { name: 'supportWaiting', to, language, link }, uid);
}

/**
 * Records that a person has read their question up to a message; earlier messages change nothing.
 * @throws {AppError} `not_found`
 */
export async function markAnswersRead(
  db: Database,
  userId: string,
  questionId: string,
  messageId: string,
): Promise<void> {
  const readAt = sql`(select ${supportMessages.at} from ${supportMessages}
    where ${supportMessages.id} = ${messageId} and ${supportMessages.questionId} = ${questionId})`;
  const changed = await db
    .update(supportQuestions)
    .set({ readAt: sql`greatest(${supportQuestions.readAt}, ${readAt})` })
    .where(and(eq(supportQuestions.id, questionId), eq(supportQuestions.userId, userId)))
    .returning({ id: supportQuestions.id });
  if (changed.length === 0) throw new AppError('not_found');
}

/**
 * Deletes messages of support questions that were written more than twelve months before `now`, and the questions whose
 * last message is as old.
 */
export async function deleteOldSupportMessagesAndQuestions(db: Database, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  await db.delete(supportQuestions).where(lt(supportQuestions.lastMessageAt, before));
  await db.delete(supportMessages).where(lt(supportMessages.at, before));
}
