/** What the page shows, in the order of its links. */
export const VIEWS = ['waiting', 'answered', 'replies', 'settings'] as const;
export type View = (typeof VIEWS)[number];

/** Puts a saved reply below what is written already. */
export const insertReply = (written: string, reply: string): string =>
  written.trim() === '' ? reply : `${written.trimEnd()}\n\n${reply}`;
