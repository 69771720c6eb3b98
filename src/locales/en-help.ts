/** The English catalogue of help and of help at once, which is kept on each device. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/help.json', {
  eager: true,
  import: 'default',
});
