export const catalogues = import.meta.glob<Record<string, unknown>>('./en/contract.json', {
  eager: true,
  import: 'default',
});
