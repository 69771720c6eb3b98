export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{offline,pocket,reminders}.json',
  {
    eager: true,
    import: 'default',
  },
);
