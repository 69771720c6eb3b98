export const catalogues = import.meta.glob<Record<string, unknown>>('./en/sounds.json', {
  eager: true,
  import: 'default',
});
