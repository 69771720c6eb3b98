export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/translations.json', {
  eager: true,
  import: 'default',
});
