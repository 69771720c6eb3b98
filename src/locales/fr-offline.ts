/** The French catalogue of what is said without a network, of what waits for one, of locking the phone, and of reminders. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{offline,pocket,reminders}.json',
  {
    eager: true,
    import: 'default',
  },
);
