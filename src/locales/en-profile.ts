export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{profile,security}.json',
  {
    eager: true,
    import: 'default',
  },
);
