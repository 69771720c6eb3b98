import type { SupportQuestion } from '#shared/contract/support.ts';
import type { listOwnQuestions } from './reads.ts';
import type { supportMessages } from './table.ts';

/** Returns a message in the form for both sides. */
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
 * Returns the session that a question is about; null when it is about none, or the session has no title in the
 * language.
 */
export const toAskedContent = (id: string | null, title: string | null) =>
  id !== null && title !== null ? { id, title } : null;

/** Returns a question in the form for the person who asked it. */
export function toOwnQuestion(
  question: Awaited<ReturnType<typeof listOwnQuestions>>[number],
): SupportQuestion {
  const { id, contentId, title, waitingSince, answeredAt, readAt, messages } = question;
  return {
    id,
    content: toAskedContent(contentId, title),
    waitingSince: waitingSince?.toISOString() ?? null,
    isUnread: answeredAt !== null && (readAt === null || readAt < answeredAt),
    messages: messages.map(toSupportMessage),
  };
}
