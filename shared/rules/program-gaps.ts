import { LANGUAGES } from './languages.ts';

interface Words {
  readonly [field: string]: string;
}
type InBoth = Readonly<Record<(typeof LANGUAGES)[number], Words>>;

/**
 * Lists what a program lacks for publication, as paths: empty texts such as `texts.fr.title` or
 * `lessons.0.texts.en.task`, and `lessons` when it has none. Empty when it is complete.
 */
export function listMissingProgramFields(source: {
  readonly texts: InBoth;
  readonly lessons: readonly { readonly texts: InBoth }[];
}): string[] {
  const findEmpty = (texts: InBoth, path: string) =>
    LANGUAGES.flatMap((language) =>
      Object.entries(texts[language])
        .filter(([, value]) => value.trim() === '')
        .map(([field]) => `${path}.${language}.${field}`),
    );
  return [
    ...findEmpty(source.texts, 'texts'),
    ...(source.lessons.length === 0 ? ['lessons'] : []),
    ...source.lessons.flatMap(({ texts }, index) => findEmpty(texts, `lessons.${index}.texts`)),
  ];
}
