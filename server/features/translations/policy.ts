import type {
  ContentTranslationStatus,
  FeatureTranslationStatus,
  TranslatedMessage,
} from '#shared/contract/translations.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

/** The texts of one feature in one language by key, such as `list.heading`. */
export type Messages = ReadonlyMap<string, string>;

const PLURAL = /_(?:zero|one|two|few|many|other)$/u;
const toBase = (key: string) => key.replace(PLURAL, '');

/**
 * Flattens a nested catalogue of translations to a map of texts: the keys of levels are joined by full stops, the items
 * of a list have their index as key.
 */
export function flattenCatalogue(catalogue: unknown): Messages {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') found.set(key, value);
    else if (typeof value === 'object' && value !== null)
      for (const [step, inner] of Object.entries(value)) walk(inner, key ? `${key}.${step}` : step);
  };
  walk(catalogue, '');
  return found;
}

/**
 * Merges the translations of a feature in both languages into one list by key, the plural forms of a message under one
 * key.
 */
export function mergeLanguages(texts: Record<'en' | 'fr', Messages>): TranslatedMessage[] {
  const gathered = new Map<string, TranslatedMessage>();
  for (const language of LANGUAGES)
    for (const [key, text] of texts[language]) {
      const base = toBase(key);
      const message = gathered.get(base) ?? { key: base, en: {}, fr: {} };
      message[language][key === base ? 'text' : key.slice(base.length + 1)] = text;
      gathered.set(base, message);
    }
  return [...gathered.values()];
}

/** Whether a text has words; placeholders, symbols and addresses are the same in every language. */
const hasWords = (text: string) =>
  /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/gu, '')) && !/^(?:\/|https:|tel:)/u.test(text);

/**
 * Computes a feature's translation status: for each language how many messages are translated, which are missing, and
 * which French ones equal the English; and which messages are unused.
 */
export function computeTranslationStatus(
  feature: string,
  messages: readonly TranslatedMessage[],
  isUsed: (feature: string, key: string) => boolean,
): FeatureTranslationStatus {
  const compare = (language: 'en' | 'fr') => {
    const other = language === 'en' ? 'fr' : 'en';
    const missing = messages.filter((one) => Object.keys(one[language]).length === 0);
    const equal = messages.filter(
      (one) =>
        language !== 'en' &&
        Object.values(one[language]).some(
          (text) => hasWords(text) && Object.values(one[other]).includes(text),
        ),
    );
    const name = (list: readonly TranslatedMessage[]) => list.map(({ key }) => key);
    return {
      translated: messages.length - missing.length,
      missing: name(missing),
      equal: name(equal),
    };
  };
  return {
    feature,
    messages: messages.length,
    languages: { en: compare('en'), fr: compare('fr') },
    unused: messages.map(({ key }) => key).filter((key) => !isUsed(feature, key)),
  };
}

/** String literals, also those within a template. */
const LITERALS = /'([^'\n\\`]*)'|"([^"\n\\`]*)"|`([^`$\n\\]*)`/gu;
/** The beginning of a template that names several messages, such as `security:events.` of `security:events.${type}`. */
const HEADS = /`([a-z-]+:[\w.]*|[\w.]+)\$\{/gu;

interface Uses {
  literals: Set<string>;
  heads: Set<string>;
}

/**
 * Creates a function that returns whether the source code uses a translated message. A message counts as used if a
 * string literal is its key or a level above, or begins a template with it, written with the feature (`plan:title`) or
 * alone in a file that names the feature. All messages of a catalogue whose file is named (`plan.json`) are used.
 */
export function createMessageUsageCheck(
  sources: readonly string[],
): (feature: string, key: string) => boolean {
  const everywhere: Uses = { literals: new Set(), heads: new Set() };
  const files = sources.map((source): Uses => {
    const own: Uses = { literals: new Set(), heads: new Set() };
    for (const [, single, double, plain] of source.matchAll(LITERALS)) {
      const literal = single ?? double ?? plain ?? '';
      (literal.includes(':') ? everywhere : own).literals.add(literal);
    }
    for (const [, head = ''] of source.matchAll(HEADS))
      (head.includes(':') ? everywhere : own).heads.add(head);
    return own;
  });
  const byFeature = new Map<string, Uses[]>();
  const listFiles = (feature: string) => {
    const found = byFeature.get(feature) ?? files.filter(({ literals }) => literals.has(feature));
    byFeature.set(feature, found);
    return found;
  };
  // A catalogue that is read whole, for e-mails and announcements, is chosen from by what is stored.
  const readWhole = (feature: string) =>
    [...files, everywhere].some(({ literals }) =>
      [...literals].some((literal) => literal.split('/').at(-1) === `${feature}.json`),
    );
  const whole = new Map<string, boolean>();
  const isReadWhole = (feature: string) => {
    const known = whole.get(feature) ?? readWhole(feature);
    whole.set(feature, known);
    return known;
  };
  return (feature, key) =>
    isReadWhole(feature) ||
    isNamed(everywhere, `${feature}:${key}`) ||
    listFiles(feature).some((own) => isNamed(own, key));
}

const isNamed = ({ literals, heads }: Uses, name: string) =>
  listPrefixes(name).some((prefix) => literals.has(prefix)) ||
  [...heads].some((head) => name.startsWith(head));

/** A key and the levels above it, which a list or a group of messages is asked for by. */
function listPrefixes(name: string): string[] {
  const steps = name.split('.');
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
}

/** A text of a named item in one language; `language` null when the item has no text in any. */
export interface NamedText {
  name: string;
  language: 'en' | 'fr' | null;
  text: string | null;
}

/**
 * Computes the translation status of one kind of content, such as sessions: for each language how many items are
 * translated, which are missing, and which French texts equal the English.
 */
export function computeContentTranslationStatus(
  kind: ContentTranslationStatus['kind'],
  rows: readonly NamedText[],
): ContentTranslationStatus {
  const byName = new Map<string, { en?: string; fr?: string }>();
  for (const { name, language, text } of rows) {
    const texts = byName.get(name) ?? {};
    if (language && text?.trim()) texts[language] = text;
    byName.set(name, texts);
  }
  const all = [...byName];
  const compare = (language: 'en' | 'fr') => {
    const missing = all.filter(([, texts]) => texts[language] === undefined);
    const equal = language === 'en' ? [] : all.filter(([, { en, fr }]) => fr && en === fr);
    return {
      translated: all.length - missing.length,
      missing: missing.map(([name]) => name),
      equal: equal.map(([name]) => name),
    };
  };
  return { kind, total: all.length, languages: { en: compare('en'), fr: compare('fr') } };
}
