/** The French catalogues of signing in and of onboarding, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{auth,onboarding}.json', {
  eager: true,
  import: 'default',
});
