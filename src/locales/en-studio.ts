export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{admin,banners,studio-*}.json',
  {
    eager: true,
    import: 'default',
  },
);
