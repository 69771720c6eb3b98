/** The English catalogues of programs, breathing and sharing, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{programs,breathing,sharing}.json',
  { eager: true, import: 'default' },
);
