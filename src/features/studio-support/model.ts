/** The views of the page, in the order of its links. */
export const VIEWS = ['waiting', 'answered', 'replies', 'settings'] as const;
export type View = (typeof VIEWS)[number];

/** Appends a saved reply to the answer written so far, after a blank line; returns the text. */
export const appendSavedReply = (written: string, reply: string): string =>
  written.trim() === '' ? reply : `${written.trimEnd()}\n\n${reply}`;
