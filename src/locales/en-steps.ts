/** The English catalogues of the ladder and of what high fears mean, downloaded where they are shown. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/{ladder,meaning}.json', {
  eager: true,
  import: 'default',
});
