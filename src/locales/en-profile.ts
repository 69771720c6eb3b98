/** The English catalogues of the profile and of the safety of an account, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{profile,security}.json',
  {
    eager: true,
    import: 'default',
  },
);
