import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contentTexts } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { supportMessages, supportQuestions, supportSettings } from './table.ts';

/** What of their questions a person is shown: the newest, with the newest messages of all of them. */
const MAX_QUESTIONS = 50;
const MAX_MESSAGES = 500;

/** Who answers, and how soon; null while nobody is set to answer. */
export async function findDesk(db: Database) {
  const [desk] = await db
    .select({ who: supportSettings.who, answerHours: supportSettings.answerHours })
    .from(supportSettings)
    .where(eq(supportSettings.isOpen, true))
    .limit(1);
  return desk ?? null;
}

/** The questions of a person, the one with the newest message first, with the title of the session each is about. */
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
