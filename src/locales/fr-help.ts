export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/help.json', {
  eager: true,
  import: 'default',
});
