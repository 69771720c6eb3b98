export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{billing,gifts}.json', {
  eager: true,
  import: 'default',
});
