/** The French catalogues of the passes, their payment and gifts, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/{billing,gifts}.json', {
  eager: true,
  import: 'default',
});
