export const catalogues = import.meta.glob<Record<string, unknown>>('./en/cookies.json', {
  eager: true,
  import: 'default',
});
