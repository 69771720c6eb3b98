export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/sounds.json', {
  eager: true,
  import: 'default',
});
