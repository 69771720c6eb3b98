/** The English catalogues of the ladder, the ledger of flights and what high fears mean, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{ladder,ledger,meaning}.json',
  {
    eager: true,
    import: 'default',
  },
);
