/** The French catalogues of the dashboard, flights and the plan, downloaded with their pages. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{home,flights,plan}.json',
  {
    eager: true,
    import: 'default',
  },
);
