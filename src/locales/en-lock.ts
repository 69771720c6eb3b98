export const catalogues = import.meta.glob<Record<string, unknown>>('./en/lock.json', {
  eager: true,
  import: 'default',
});
