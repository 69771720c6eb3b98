export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/support.json', {
  eager: true,
  import: 'default',
});
