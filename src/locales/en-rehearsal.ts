export const catalogues = import.meta.glob<Record<string, unknown>>('./en/rehearsal.json', {
  eager: true,
  import: 'default',
});
