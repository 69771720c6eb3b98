import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildOwnValueQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { contentTexts } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { supportMessages, supportQuestions, supportSettings } from './table.ts';

/** How many of the caller's questions have an answer that they have not read. */
export const ownUnreadAnswerCountQuery = buildOwnValueQuery(
  sql<number>`(select count(*)::int from ${supportQuestions} where ${supportQuestions.userId} = ${users.id}
    and ${supportQuestions.answeredAt} > coalesce(${supportQuestions.readAt}, '-infinity'))`,
);

/** Whether support is open, which is the same for every person; read with the caller's rows. */
export const isSupportOpenQuery = buildOwnValueQuery(
  sql<boolean>`exists (select 1 from ${supportSettings} where ${supportSettings.isOpen})`,
);

/** A person gets their newest questions, with the newest messages of all of them. */
const MAX_QUESTIONS = 50;
const MAX_MESSAGES = 500;

/**
 * Returns who answers support questions (a text in both languages), and within how many hours; null when support is
 * closed.
 */
export async function findSupportSettingsIfOpen(db: Database) {
  const [desk] = await db
    .select({ who: supportSettings.who, answerHours: supportSettings.answerHours })
    .from(supportSettings)
    .where(eq(supportSettings.isOpen, true))
    .limit(1);
  return desk ?? null;
}

/**
 * Lists the support questions of a person, the one with the newest message first, each with its messages and the title
 * of the session it is about.
 */
export async function listOwnQuestions(db: Database, userId: string, language: Language) {
  const [questions, messages] = await Promise.all([
    db
      .select({ question: supportQuestions, title: contentTexts.title })
      .from(supportQuestions)
      .leftJoin(
        contentTexts,
        and(
          eq(contentTexts.contentId, supportQuestions.contentId),
          eq(contentTexts.language, language),
        ),
      )
      .where(eq(supportQuestions.userId, userId))
      .orderBy(desc(supportQuestions.lastMessageAt))
      .limit(MAX_QUESTIONS),
    db
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.userId, userId))
      .orderBy(desc(supportMessages.at))
      .limit(MAX_MESSAGES),
  ]);
  const byQuestion = Map.groupBy(messages.toReversed(), ({ questionId }) => questionId);
  return questions.map(({ question, title }) => ({
    ...question,
    title,
    messages: byQuestion.get(question.id) ?? [],
  }));
}
