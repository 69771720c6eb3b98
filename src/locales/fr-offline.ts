/** The French catalogue of what is said without a network, and of what waits for one. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/offline.json', {
  eager: true,
  import: 'default',
});
