import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#server/root.ts';
import type { ActiveBanner, BannerInput } from '#shared/contract/banners.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { PRESET_BANNER_BUTTON_KEYS, PRESET_BANNER_TEXT_KEYS } from '#shared/rules/banner.ts';
import type { Banner } from './reads.ts';

interface ReadyWords {
  texts: Record<(typeof PRESET_BANNER_TEXT_KEYS)[number], string>;
  buttons: Record<(typeof PRESET_BANNER_BUTTON_KEYS)[number], string>;
}

const LOCALES = join(ROOT, 'src/locales');
const readWords = (language: Language) =>
  JSON.parse(readFileSync(join(LOCALES, language, 'banners.json'), 'utf8')) as ReadyWords;
const READY: Record<Language, ReadyWords> = { en: readWords('en'), fr: readWords('fr') };

/**
 * Returns a banner as people see it, in one language: ready-made texts by their key, else those entered by an admin. It
 * is marked active whatever its dates; `buttonText` is null without a button.
 */
export function toActiveBanner(banner: Banner, language: Language): ActiveBanner {
  const { text, buttonText, translationKey, buttonTranslationKey } = banner;
  const { id, name, visibleOnPages, displayOrder, targetUrl, urlParams, endsAt } = banner;
  const { texts, buttons } = READY[language];
  return {
    id,
    name,
    visibleOnPages,
    displayOrder,
    targetUrl,
    urlParams,
    endsAt: endsAt?.toISOString() ?? null,
    isActive: true,
    translationKey,
    buttonTranslationKey,
    text: translationKey ? texts[translationKey] : (text?.[language] ?? ''),
    buttonText: buttonTranslationKey
      ? buttons[buttonTranslationKey]
      : (buttonText?.[language] ?? null),
  };
}

/** Converts a stored banner to the fields that admins edit, with ISO 8601 instants. */
export function toBannerInput({ id: _id, version: _version, ...banner }: Banner): BannerInput {
  return {
    ...banner,
    startsAt: banner.startsAt?.toISOString() ?? null,
    endsAt: banner.endsAt?.toISOString() ?? null,
  };
}

/** Converts a stored banner to the reply for admins: the fields they edit, its id and version. */
export const toBannerReply = (banner: Banner) => ({
  ...toBannerInput(banner),
  id: banner.id,
  version: banner.version,
});
