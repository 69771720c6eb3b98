/** The English catalogues of signing in and of onboarding, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{auth,onboarding}.json', {
  eager: true,
  import: 'default',
});
