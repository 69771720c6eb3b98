/** The English catalogue of what is heard in a cabin, downloaded with the list of it. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/sounds.json', {
  eager: true,
  import: 'default',
});
