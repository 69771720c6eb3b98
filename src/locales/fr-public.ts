export const catalogues = import.meta.glob<Record<string, unknown>>(
  './fr/{landing,legal,excerpt,shared}.json',
  { eager: true, import: 'default' },
);
