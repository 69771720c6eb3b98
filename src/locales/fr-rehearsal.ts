export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/rehearsal.json', {
  eager: true,
  import: 'default',
});
