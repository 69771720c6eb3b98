/** The English catalogue of the rehearsal, downloaded with its page. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/rehearsal.json', {
  eager: true,
  import: 'default',
});
