export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/cookies.json', {
  eager: true,
  import: 'default',
});
