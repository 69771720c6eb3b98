export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{offline,pocket,reminders}.json',
  {
    eager: true,
    import: 'default',
  },
);
