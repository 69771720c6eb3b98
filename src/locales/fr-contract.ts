export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/contract.json', {
  eager: true,
  import: 'default',
});
