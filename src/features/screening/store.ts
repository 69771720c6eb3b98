/** The sessions whose question was answered with no, by their person; forgotten with the page, and never sent. */
const cleared = new Set<string>();

/** Remembers, as long as the page is open, that a guarded session may be played by this person. */
export const screening = {
  isCleared: (owner: string, contentId: string) => cleared.has(`${owner}/${contentId}`),
  clear: (owner: string, contentId: string): void => void cleared.add(`${owner}/${contentId}`),
};
