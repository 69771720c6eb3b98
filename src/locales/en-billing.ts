/** The English catalogues of the passes, their payment and gifts, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{billing,gifts}.json', {
  eager: true,
  import: 'default',
});
