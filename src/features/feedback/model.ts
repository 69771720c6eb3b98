import { pageKey, type PageKey } from '#shared/rules/page-key.ts';

/** The longest feedback the server keeps, in characters. */
export const LONGEST_TEXT = 4000;

/** What the page field says when the feedback is not about one page. */
export const EVERYWHERE = 'everywhere';

export interface FeedbackForm {
  text: string;
  /** A path, or `EVERYWHERE`. */
  page: string;
  replyTo: string;
}

export type FeedbackProblems = Partial<Record<'text' | 'replyTo', 'missing' | 'long' | 'wrong'>>;

/** What stands in the way of sending; empty when nothing does. The server has the last word on addresses. */
export function problemsOf({ text, replyTo }: FeedbackForm): FeedbackProblems {
  const problems: FeedbackProblems = {};
  if (text.trim() === '') problems.text = 'missing';
  else if (text.trim().length > LONGEST_TEXT) problems.text = 'long';
  if (replyTo.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(replyTo.trim()))
    problems.replyTo = 'wrong';
  return problems;
}

/** The body that is sent: trimmed, and no reply address at all when none was given. */
export function feedbackBody({ text, page, replyTo }: FeedbackForm) {
  return { text: text.trim(), page: page.slice(0, 200), replyTo: replyTo.trim() || null };
}

/** The page a path belongs to, or null where the product has no name for it. */
export function namedPage(path: string): PageKey | null {
  const key = pageKey(path);
  return key === 'homepage' && path !== '/' ? null : key;
}
