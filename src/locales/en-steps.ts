export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{ladder,meaning}.json', {
  eager: true,
  import: 'default',
});
