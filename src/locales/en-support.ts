export const catalogues = import.meta.glob<Record<string, unknown>>('./en/support.json', {
  eager: true,
  import: 'default',
});
