/** The English catalogue of the cookie banner, downloaded once nothing else is to be done. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/cookies.json', {
  eager: true,
  import: 'default',
});
