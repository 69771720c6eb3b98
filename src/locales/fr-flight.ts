/** The French catalogue of the flight companion, downloaded with its page. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/flight.json', {
  eager: true,
  import: 'default',
});
