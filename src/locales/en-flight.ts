/** The English catalogues of flights and the plan, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{flights,plan}.json', {
  eager: true,
  import: 'default',
});
