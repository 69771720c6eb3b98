/** The English catalogues of programs and breathing, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{programs,breathing}.json',
  { eager: true, import: 'default' },
);
