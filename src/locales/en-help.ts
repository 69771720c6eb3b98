export const catalogues = import.meta.glob<Record<string, unknown>>('./en/help.json', {
  eager: true,
  import: 'default',
});
