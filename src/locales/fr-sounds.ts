/** The French catalogue of what is heard in a cabin, downloaded with the list of it. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/sounds.json', {
  eager: true,
  import: 'default',
});
