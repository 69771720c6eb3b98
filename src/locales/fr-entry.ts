export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{auth,onboarding,assessment}.json',
  {
    eager: true,
    import: 'default',
  },
);
