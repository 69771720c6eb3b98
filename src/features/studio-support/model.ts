export const SUPPORT_VIEWS = ['waiting', 'answered', 'replies', 'settings'] as const;
export type SupportView = (typeof SUPPORT_VIEWS)[number];

/** Appends a saved reply to the answer written so far, after a blank line; returns the text. */
export const appendSavedReply = (written: string, reply: string): string =>
  written.trim() === '' ? reply : `${written.trimEnd()}\n\n${reply}`;
