import { createInstance } from 'i18next';
import type { TranslatedMessage } from '#shared/contract/translations.ts';
import type { Language } from '#shared/rules/languages.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';

/** Sample values for the placeholders of messages. */
export interface SampleValues {
  number: number;
  /** A civil date, such as `2026-12-04`. */
  date: string;
  /** In minor units. */
  amount: number;
}

const CURRENCY = 'EUR';
const DATES = /^(?:at|date|day|when|until|from|since|end|start|moment|time)$/iu;
const AMOUNTS = /price|amount|money|saving|sum|credit|total(?!s)/iu;
const NUMBERS =
  /count|number|place|minutes|seconds|hours|days|weeks|percent|version|value|score|max|min|lessons/iu;

/** Formats an amount of money as the app does, as a sample value for a translated message. */
export const formatSampleMoney = (amount: number, language: Language) =>
  formatMoney(amount, CURRENCY, language);

/** Formats how far a date is from today in whole days, such as `in 3 days`. */
export function formatDaysFromToday(date: string, today: string, language: Language): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
}

/**
 * Chooses a sample value for a placeholder in a translated message by the placeholder's name: a date, money or a
 * number; where the name gives no hint, the name itself in angle quotes.
 */
export function chooseSampleValue(name: string, values: SampleValues, language: Language) {
  if (DATES.test(name)) return formatDate(values.date, language);
  if (AMOUNTS.test(name)) return formatSampleMoney(values.amount, language);
  if (NUMBERS.test(name)) return values.number;
  return `‹${name}›`;
}

/** Translates a key that no catalogue of the app declares. */
type Translate = (key: string, values: Record<string, unknown>) => string;

/**
 * Creates a translate function for one language that knows only the given messages, for the page that demonstrates
 * translations.
 */
export function createDemoTranslator(
  language: Language,
  messages: readonly TranslatedMessage[],
): Translate {
  const texts = messages.flatMap((message) =>
    Object.entries(message[language]).map(([form, text]) => [
      form === 'text' ? message.key : `${message.key}_${form}`,
      text,
    ]),
  );
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: { demo: Object.fromEntries(texts) as Record<string, string> } },
    defaultNS: 'demo',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return (key, values) => (instance.t as Translate)(key, values);
}

/**
 * Renders a translated message in a language with sample values for its placeholders; null where it has no text in that
 * language.
 */
export function renderMessage(
  t: Translate,
  message: TranslatedMessage,
  values: SampleValues,
  language: Language,
): string | null {
  const forms = message[language];
  const all = Object.values(forms);
  if (all.length === 0) return null;
  const names = all.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/gu)].map((one) => one[1]!));
  const chosen = Object.fromEntries(
    names.map((name) => [name, chooseSampleValue(name, values, language)]),
  );
  const isPlural = !('text' in forms);
  return t(message.key, { ...chosen, ...(isPlural && { count: values.number }) });
}
