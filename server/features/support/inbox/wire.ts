import type { Language } from '#shared/contract/fields.ts';
import type { supportQuestions } from '../table.ts';
import { toSessionAskedAbout } from '../wire.ts';
import { isAnswerLate } from './policy.ts';

interface Found {
  question: typeof supportQuestions.$inferSelect;
  from: string;
  language: Language;
  title: string | null;
  answerHours: number | null;
}

/** Converts a support question to the form for admins, without its messages. */
export function toStudioQuestion(
  { question, from, language, title, answerHours }: Found,
  now: Date,
) {
  const { id, contentId, waitingSince, lastMessageAt } = question;
  return {
    id,
    from,
    language,
    content: toSessionAskedAbout(contentId, title),
    waitingSince: waitingSince?.toISOString() ?? null,
    isLate: answerHours !== null && isAnswerLate(waitingSince, answerHours, now),
    lastMessageAt: lastMessageAt.toISOString(),
  };
}
