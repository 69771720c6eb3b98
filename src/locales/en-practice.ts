/** The English catalogues of the plan and of the breathing exercises, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{plan,breathing}.json', {
  eager: true,
  import: 'default',
});
