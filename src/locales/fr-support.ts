/** The French catalogue of the page to ask a question, downloaded where it is shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/support.json', {
  eager: true,
  import: 'default',
});
