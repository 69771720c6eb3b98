export const catalogues = import.meta.glob<Record<string, unknown>>(
  './en/{landing,legal,excerpt,shared}.json',
  { eager: true, import: 'default' },
);
