export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{ladder,meaning}.json', {
  eager: true,
  import: 'default',
});
