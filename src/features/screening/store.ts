/** The sessions whose question was answered with no, by their person; forgotten with the page, and never sent. */
const cleared = new Set<string>();

/**
 * Remembers which guarded sessions each person has cleared by answering the safety question with no, until the page is
 * reloaded.
 */
export const screeningStore = {
  hasPassed: (owner: string, contentId: string) => cleared.has(`${owner}/${contentId}`),
  recordPassed: (owner: string, contentId: string): void =>
    void cleared.add(`${owner}/${contentId}`),
};
