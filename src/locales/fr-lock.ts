export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/lock.json', {
  eager: true,
  import: 'default',
});
