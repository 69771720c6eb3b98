import { and, asc, desc, eq, ilike, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { contentTexts } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { supportMessages, supportQuestions, supportSettings } from '../table.ts';

/** Messages of one question that are shown: the newest. */
const MAX_MESSAGES = 200;
const EXCERPT_LENGTH = 160;

/** A page of a list; it begins after the question with this instant and id. */
interface InboxPage {
  state: 'waiting' | 'answered';
  limit: number;
  after: { at: Date; id: string } | null;
  language: Language;
}

/** Selects questions with the person's address and language, the session's title and the promised hours. */
const selectQuestions = <Fields extends object>(db: Database, language: Language, more: Fields) =>
  db
    .select({
      question: supportQuestions,
      from: users.email,
      language: users.preferredLanguage,
      title: contentTexts.title,
      answerHours: supportSettings.answerHours,
      ...more,
    })
    .from(supportQuestions)
    .innerJoin(users, eq(users.id, supportQuestions.userId))
    .leftJoin(supportSettings, sql`true`)
    .leftJoin(
      contentTexts,
      and(
        eq(contentTexts.contentId, supportQuestions.contentId),
        eq(contentTexts.language, language),
      ),
    )
    .$dynamic();

/**
 * Returns a page of people's support questions for admins: waiting ones, the longest waiting first, or answered ones,
 * the latest first; one more than `limit` when there are more.
 */
export async function listInboxQuestions(
  db: Database,
  { state, limit, after, language }: InboxPage,
) {
  const { waitingSince, lastMessageAt, id } = supportQuestions;
  const excerpt = sql<string>`coalesce((
    select left(${supportMessages.text}, ${EXCERPT_LENGTH}) from ${supportMessages}
    where ${supportMessages.questionId} = ${supportQuestions.id} and ${supportMessages.author} = 'person'
    order by ${supportMessages.at} desc limit 1), '')`;
  const place = after && sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const isWaiting = state === 'waiting';
  const [isIn, isAfter, order] = isWaiting
    ? [isNotNull(waitingSince), sql`(${waitingSince}, ${id}) > ${place}`, asc]
    : [isNull(waitingSince), sql`(${lastMessageAt}, ${id}) < ${place}`, desc];
  return selectQuestions(db, language, { excerpt })
    .where(and(isIn, place ? isAfter : undefined))
    .orderBy(order(isWaiting ? waitingSince : lastMessageAt), order(id))
    .limit(limit + 1);
}

/** Returns one support question with its latest 200 messages, the oldest first; null when there is none. */
export async function findQuestion(db: Database, id: string, language: Language) {
  const [[found], messages] = await Promise.all([
    selectQuestions(db, language, {}).where(eq(supportQuestions.id, id)).limit(1),
    db
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.questionId, id))
      .orderBy(desc(supportMessages.at))
      .limit(MAX_MESSAGES),
  ]);
  return found ? { ...found, messages: messages.toReversed() } : null;
}

/** Finds the questions in which these words were written, the last written first, with where. */
export async function findQuestionsWithWords(db: Database, words: string, limit: number) {
  const pattern = `%${words.trim().replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  const rows = await db
    .select({ id: supportMessages.questionId, at: supportMessages.at, text: supportMessages.text })
    .from(supportMessages)
    .where(ilike(supportMessages.text, pattern))
    .orderBy(desc(supportMessages.at))
    .limit(limit);
  const seen = new Set<string>();
  return rows
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map(({ text, ...rest }) => {
      const at = Math.max(0, text.toLowerCase().indexOf(words.trim().toLowerCase()) - 30);
      return { ...rest, excerpt: text.slice(at, at + EXCERPT_LENGTH) };
    });
}
