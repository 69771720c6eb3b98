export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{plan,breathing,ledger}.json',
  {
    eager: true,
    import: 'default',
  },
);
