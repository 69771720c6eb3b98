import { LANGUAGES } from './languages.ts';

interface Words {
  readonly [field: string]: string;
}
type InBoth = Readonly<Record<(typeof LANGUAGES)[number], Words>>;

/**
 * Finds what keeps a program from being shown: its paths, such as `texts.fr.title` or `lessons.0.texts.en.task`;
 * `lessons` where it has none.
 */
export function findProgramGaps(source: {
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
