export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{asked,support}.json', {
  eager: true,
  import: 'default',
});
