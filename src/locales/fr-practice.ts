/** The French catalogues of programs, breathing, the player and sharing, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{programs,breathing,sharing,player}.json',
  { eager: true, import: 'default' },
);
