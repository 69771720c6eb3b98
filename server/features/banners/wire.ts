import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActiveBanner } from '#shared/contract/banners.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { BANNER_BUTTONS, BANNER_TEXTS } from '#shared/rules/banner.ts';
import type { Banner } from './reads.ts';

interface ReadyWords {
  texts: Record<(typeof BANNER_TEXTS)[number], string>;
  buttons: Record<(typeof BANNER_BUTTONS)[number], string>;
}

const LOCALES = join(import.meta.dirname, '../../../src/locales');
const readWords = (language: Language) =>
  JSON.parse(readFileSync(join(LOCALES, language, 'banners.json'), 'utf8')) as ReadyWords;
const READY: Record<Language, ReadyWords> = { en: readWords('en'), fr: readWords('fr') };

/** Returns a banner as a person sees it: texts by their key, else as entered, in their language. */
export function toActiveBanner(banner: Banner, language: Language): ActiveBanner {
  const { version: _, text, buttonText, translationKey, buttonTranslationKey, ...rest } = banner;
  const { texts, buttons } = READY[language];
  return {
    ...rest,
    isActive: true,
    translationKey,
    buttonTranslationKey,
    text: translationKey ? texts[translationKey] : (text?.[language] ?? ''),
    buttonText: buttonTranslationKey
      ? buttons[buttonTranslationKey]
      : (buttonText?.[language] ?? null),
  };
}
