export const catalogues = import.meta.glob<Record<string, unknown>>('./en/flight.json', {
  eager: true,
  import: 'default',
});
