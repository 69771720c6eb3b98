/** The French catalogue of the page where a contract is ended, downloaded where it is shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/contract.json', {
  eager: true,
  import: 'default',
});
