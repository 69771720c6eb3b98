export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{profile,security}.json',
  {
    eager: true,
    import: 'default',
  },
);
