export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{auth,onboarding,assessment}.json',
  {
    eager: true,
    import: 'default',
  },
);
