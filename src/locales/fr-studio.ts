export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{admin,banners,studio-*}.json',
  {
    eager: true,
    import: 'default',
  },
);
