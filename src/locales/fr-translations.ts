/** The French catalogue of the pages about translations, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/translations.json', {
  eager: true,
  import: 'default',
});
