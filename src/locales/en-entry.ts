/** The English catalogues of signing in, of onboarding and of the assessment, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{auth,onboarding,assessment}.json',
  {
    eager: true,
    import: 'default',
  },
);
