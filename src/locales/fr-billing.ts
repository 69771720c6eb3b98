export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{billing,gifts}.json', {
  eager: true,
  import: 'default',
});
