/** The French catalogues of flights and the plan, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{flights,plan}.json', {
  eager: true,
  import: 'default',
});
