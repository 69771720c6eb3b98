import { createInstance } from 'i18next';
import type { CatalogueMessages } from '#shared/contract/translations.ts';
import type { Language } from '#shared/rules/languages.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';

export interface SampleValues {
  number: number;
  date: string;
  /** In minor units. */
  amount: number;
}

const DATES = /^(?:at|date|day|when|until|from|since|end|start|moment|time)$/iu;
const AMOUNTS = /price|amount|money|saving|sum|credit|total(?!s)/iu;
const NUMBERS =
  /count|number|place|minutes|seconds|hours|days|weeks|percent|version|value|score|max|min|lessons/iu;
const PLURAL = /_(?:zero|one|two|few|many|other)$/u;

/** Formats an amount of money as the app does. */
export const formatEuros = (amount: number, language: Language) =>
  formatMoney(amount, 'EUR', language);

/** Formats how far a date is from today in whole days, such as `in 3 days`. */
export function formatDaysFromToday(date: string, today: string, language: Language): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
}

/** Chooses a sample value for a placeholder by its name; where that gives no hint, the name itself in angle quotes. */
function chooseSampleValue(name: string, values: SampleValues, language: Language) {
  if (DATES.test(name)) return formatDate(values.date, language);
  if (AMOUNTS.test(name)) return formatEuros(values.amount, language);
  if (NUMBERS.test(name)) return values.number;
  return `‹${name}›`;
}

/** Lists the messages of a feature by key, the plural forms of a message under one. */
export const listMessageKeysWithoutPluralSuffixes = (
  catalogues: Record<Language, CatalogueMessages>,
) => [
  ...new Set(
    Object.keys({ ...catalogues.en, ...catalogues.fr }).map((key) => key.replace(PLURAL, '')),
  ),
];

/**
 * Creates a function that renders a message of a feature in one language with sample values for its placeholders; null
 * where it has no text in that language.
 */
export function createDemoTranslator(language: Language, messages: CatalogueMessages) {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: { demo: messages } },
    defaultNS: 'demo',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  // Keys that no catalogue of the app declares.
  const t = instance.t as (key: string, values: Record<string, unknown>) => string;
  return (key: string, values: SampleValues): string | null => {
    const forms = Object.entries(messages).filter(([form]) => form.replace(PLURAL, '') === key);
    if (forms.length === 0) return null;
    const names = forms.flatMap(([, text]) =>
      [...text.matchAll(/\{\{\s*(\w+)/gu)].map(([, name = '']) => name),
    );
    const chosen = names.map((name) => [name, chooseSampleValue(name, values, language)] as const);
    const plural = messages[key] === undefined ? { count: values.number } : {};
    return t(key, { ...Object.fromEntries(chosen), ...plural });
  };
}
