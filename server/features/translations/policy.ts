import type { CatalogueMessages, TranslationStatus } from '#shared/contract/translations.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';

/**
 * Flattens a nested catalogue of translations: the keys of levels are joined by full stops, the items of a list have
 * their index as key.
 */
export function flattenCatalogue(value: unknown, key = ''): CatalogueMessages {
  if (typeof value === 'string') return { [key]: value };
  const inner = Object.entries(value ?? {}).map(([step, one]) =>
    flattenCatalogue(one, key ? `${key}.${step}` : step),
  );
  return Object.assign({}, ...inner) as CatalogueMessages;
}

/** Lists the messages of one feature, each form and language of one as an entry of its own, without the plural suffix. */
export function listMessagesWithLanguages(
  catalogues: Record<Language, CatalogueMessages>,
): TranslatableItem[] {
  return LANGUAGES.flatMap((language) =>
    Object.keys(catalogues[language]).map((key) => {
      const name = key.replace(/_(?:zero|one|two|few|many|other)$/u, '');
      return { name, languages: [language] };
    }),
  );
}

/** Something that has texts in some languages. */
export interface TranslatableItem {
  name: string;
  languages: readonly Language[];
}

/** Computes how much there is of a feature or of a kind of content, and what is missing in which language. */
export function computeTranslationStatus(
  name: string,
  items: readonly TranslatableItem[],
): TranslationStatus {
  const all = Map.groupBy(items, (item) => item.name);
  const listMissing = (language: Language) =>
    [...all].flatMap(([key, same]) =>
      same.some(({ languages }) => languages.includes(language)) ? [] : [key],
    );
  return { name, total: all.size, missing: { en: listMissing('en'), fr: listMissing('fr') } };
}
