import { getPageKey, type PageKey } from '#shared/rules/page-key.ts';

/** The maximum length of feedback the server accepts, in characters. */
export const MAX_FEEDBACK_LENGTH = 4000;

/** The value of the page field when the feedback is not about one page. */
export const EVERYWHERE_PAGE_VALUE = 'everywhere';

export interface FeedbackInput {
  text: string;
  page: string;
  replyTo: string;
}

export type FeedbackFaults = Partial<Record<'text' | 'replyTo', 'missing' | 'long' | 'wrong'>>;

/** Validates the feedback form; empty when valid. The server has the final say on addresses. */
export function validateFeedback({ text, replyTo }: FeedbackInput): FeedbackFaults {
  const faults: FeedbackFaults = {};
  if (text.trim() === '') faults.text = 'missing';
  else if (text.trim().length > MAX_FEEDBACK_LENGTH) faults.text = 'long';
  if (replyTo.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(replyTo.trim()))
    faults.replyTo = 'wrong';
  return faults;
}

/** Builds the request body of the feedback form: trimmed, and without a reply address when none was given. */
export function buildFeedbackBody({ text, page, replyTo }: FeedbackInput) {
  return { text: text.trim(), page: page.slice(0, 200), replyTo: replyTo.trim() || null };
}

/** Finds the key of the page a path belongs to, or null for an unnamed page. */
export function findNamedPageKey(path: string): PageKey | null {
  const key = getPageKey(path);
  return key === 'homepage' && path !== '/' ? null : key;
}
