/** The English catalogue of the page where a contract is ended, downloaded where it is shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/contract.json', {
  eager: true,
  import: 'default',
});
