import type { EditedField } from '#web/features/admin/model.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { BannerDraft } from '../model.ts';

/**
 * Returns a function that lists the fields of an edited banner with their labels and values, to compare two versions.
 */
export function useFormatBannerFields(): (draft: BannerDraft) => EditedField[] {
  const { t } = useTranslation(['studio-banners', 'banners', 'common']);
  return (draft) => {
    const { text, button, visibleOnPages, startsAt, endsAt } = draft;
    const field = (key: Exclude<keyof BannerDraft, 'visibleOnPages'>, value: string) => ({
      label: t(`studio-banners:fields.${key}`),
      value,
    });
    const both = (words: { en: string; fr: string }) => `${words.en}\n${words.fr}`.trim();
    return [
      field('name', draft.name),
      field('isActive', t(`studio-banners:standing.${draft.isActive ? 'on' : 'off'}`)),
      field('text', text.key ? t(`banners:texts.${text.key}`) : both(text)),
      {
        label: t('studio-banners:fields.pages'),
        value: visibleOnPages.map((page) => t(`studio-banners:pages.${page}`)).join(', '),
      },
      field('displayOrder', draft.displayOrder),
      field('targetUrl', draft.targetUrl),
      field('params', draft.params),
      field('button', button.key ? t(`banners:buttons.${button.key}`) : both(button)),
      field('startsAt', startsAt.replace('T', ' ')),
      field('endsAt', endsAt.replace('T', ' ')),
    ];
  };
}
