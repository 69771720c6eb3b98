export const catalogues = import.meta.glob<Record<string, unknown>>('./en/translations.json', {
  eager: true,
  import: 'default',
});
