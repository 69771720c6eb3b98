/** Every French catalogue, one chunk for the browser: a person downloads one language only. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./fr/*.json', {
  eager: true,
  import: 'default',
});
