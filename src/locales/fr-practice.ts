/** The French catalogues of the plan, the breathing exercises and the ledger of flights, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{plan,breathing,ledger}.json',
  {
    eager: true,
    import: 'default',
  },
);
