/** The French catalogues of programs, breathing, the player, sharing and downloads, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{programs,breathing,sharing,downloads,comparison,player}.json',
  { eager: true, import: 'default' },
);
