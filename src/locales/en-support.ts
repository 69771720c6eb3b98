export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{asked,support}.json', {
  eager: true,
  import: 'default',
});
