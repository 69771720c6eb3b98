/** The English catalogues of the public pages, which the app downloads only when one of them is opened. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{landing,legal,excerpt,shared}.json',
  { eager: true, import: 'default' },
);
