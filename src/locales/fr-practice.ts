/** The French catalogues of the plan and of the breathing exercises, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{plan,breathing}.json', {
  eager: true,
  import: 'default',
});
