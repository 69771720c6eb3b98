/** The French catalogue of help and of help at once, which is kept on each device. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/help.json', {
  eager: true,
  import: 'default',
});
