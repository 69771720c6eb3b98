import type { SupportQuestion } from '#shared/contract/support.ts';
import type { listOwnQuestions } from './reads.ts';
import type { supportMessages } from './table.ts';

/** Converts a stored message of a support question to the form of the API, the same for the person and for admins. */
export const toSupportMessage = ({
  id,
  author,
  text,
  at,
}: typeof supportMessages.$inferSelect) => ({
  id,
  author,
  text,
  at: at.toISOString(),
});

/**
 * Builds the id and title of the session that a support question is about; null when it is about none, or the session
 * has no title in the language.
 */
export const toSessionAskedAbout = (id: string | null, title: string | null) =>
  id !== null && title !== null ? { id, title } : null;

/** Converts a support question to the form for the person who asked it. */
export function toOwnQuestion(
  question: Awaited<ReturnType<typeof listOwnQuestions>>[number],
): SupportQuestion {
  const { id, contentId, title, waitingSince, answeredAt, readAt, messages } = question;
  return {
    id,
    content: toSessionAskedAbout(contentId, title),
    waitingSince: waitingSince?.toISOString() ?? null,
    isUnread: answeredAt !== null && (readAt === null || readAt < answeredAt),
    messages: messages.map(toSupportMessage),
  };
}
