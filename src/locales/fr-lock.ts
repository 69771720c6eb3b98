/** The French catalogue of the app lock, downloaded where it is shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/lock.json', {
  eager: true,
  import: 'default',
});
