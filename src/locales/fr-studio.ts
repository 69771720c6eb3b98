/** The French catalogue of the operator's pages, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{admin,banners,studio-*}.json',
  {
    eager: true,
    import: 'default',
  },
);
