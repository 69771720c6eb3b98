/** The French catalogue of the passes and their payment, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/billing.json', {
  eager: true,
  import: 'default',
});
