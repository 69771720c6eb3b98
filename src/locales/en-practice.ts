export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{plan,breathing,ledger}.json',
  {
    eager: true,
    import: 'default',
  },
);
