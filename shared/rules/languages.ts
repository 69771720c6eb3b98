/** The languages of the product: what people read exists in each. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns whether the app exists in the language with this code. */
export const isLanguage = (code: unknown): code is Language =>
  LANGUAGES.some((language) => language === code);
