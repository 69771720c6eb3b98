import type { BannerInput, StudioBanner } from '#shared/contract/banners.ts';
import { parseDateTimeField, formatDateTimeField } from '#web/features/admin/model.ts';

type ReadyText = NonNullable<BannerInput['translationKey']>;
type ReadyButton = NonNullable<BannerInput['buttonTranslationKey']>;

/** Words that are ready by their key, or, without one, as they are written. */
export interface PresetOrTypedText<Key> {
  key: Key | null;
  en: string;
  fr: string;
}

export interface BannerDraft {
  name: string;
  isActive: boolean;
  visibleOnPages: BannerInput['visibleOnPages'];
  displayOrder: string;
  text: PresetOrTypedText<ReadyText>;
  targetUrl: string;
  /** A line each, such as `sort=newest`. */
  params: string;
  button: PresetOrTypedText<ReadyButton>;
  startsAt: string;
  endsAt: string;
}

const NO_WORDS = { key: null, en: '', fr: '' };

/** The initial content of the form of a new banner, which is switched off. */
export const EMPTY_STUDIO_BANNER: StudioBanner = {
  id: '',
  version: 1,
  name: '',
  isActive: false,
  visibleOnPages: [],
  displayOrder: 10,
  targetUrl: null,
  urlParams: {},
  translationKey: null,
  text: null,
  buttonTranslationKey: null,
  buttonText: null,
  startsAt: null,
  endsAt: null,
  lastEdit: null,
};

/** Converts a banner to the state of the form that edits it. */
export function toBannerDraft(banner: BannerInput): BannerDraft {
  const { name, isActive, visibleOnPages, displayOrder, targetUrl, urlParams } = banner;
  return {
    name,
    isActive,
    visibleOnPages,
    displayOrder: String(displayOrder),
    text: { ...NO_WORDS, ...banner.text, key: banner.translationKey },
    targetUrl: targetUrl ?? '',
    params: Object.entries(urlParams)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
    button: { ...NO_WORDS, ...banner.buttonText, key: banner.buttonTranslationKey },
    startsAt: formatDateTimeField(banner.startsAt),
    endsAt: formatDateTimeField(banner.endsAt),
  };
}

/**
 * Converts the state of the banner form to the request body. Without a target address, the button and the parameters
 * are left out. The server validates it.
 */
export function toBannerInput(draft: BannerDraft): BannerInput {
  const { name, isActive, visibleOnPages, text, button, startsAt, endsAt } = draft;
  const target = draft.targetUrl.trim();
  const leads = target !== '';
  return {
    name,
    isActive,
    visibleOnPages,
    displayOrder: Number(draft.displayOrder),
    translationKey: text.key,
    text: text.key === null ? { en: text.en, fr: text.fr } : null,
    targetUrl: leads ? target : null,
    urlParams: leads ? readParams(draft.params) : {},
    buttonTranslationKey: leads ? button.key : null,
    buttonText: leads && button.key === null ? { en: button.en, fr: button.fr } : null,
    startsAt: parseDateTimeField(startsAt),
    endsAt: parseDateTimeField(endsAt),
  };
}

/** Reads parameters of a line each. A line without `=` becomes one without a value, which the server refuses. */
function readParams(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name.trim(), value.join('=').trim()];
      }),
  );
}

/** Returns the status of a banner at an instant: switched off, over, still to come, or shown. */
export function getBannerStatus(
  { isActive, startsAt, endsAt }: Pick<BannerInput, 'isActive' | 'startsAt' | 'endsAt'>,
  now: Date,
): 'off' | 'over' | 'to_come' | 'on' {
  if (!isActive) return 'off';
  if (endsAt !== null && new Date(endsAt) <= now) return 'over';
  return startsAt !== null && new Date(startsAt) > now ? 'to_come' : 'on';
}
