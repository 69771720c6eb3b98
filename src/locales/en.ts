/** Every English catalogue, one chunk for the browser: a person downloads one language only. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/*.json', {
  eager: true,
  import: 'default',
});
