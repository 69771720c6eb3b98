export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/flight.json', {
  eager: true,
  import: 'default',
});
