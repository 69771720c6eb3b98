import { useState } from 'react';
import { isLanguage, LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { BANNER_PAGE_KEYS, type PageKey } from '#shared/rules/page-key.ts';
import { BannerView } from '#web/features/banners/components/banner.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineSelect } from '#web/ui/field.tsx';
import english from '#web/locales/en/banners.json';
import french from '#web/locales/fr/banners.json';
import { type BannerDraft, toBannerInput } from '../model.ts';

/** Both languages at once, of which the app has loaded one. */
const READY = { en: english, fr: french };

/** A preview of the unsaved banner on a chosen page, in a chosen language. */
export function BannerPreview({ draft }: { draft: BannerDraft }) {
  const { t, i18n } = useTranslation(['studio-banners', 'common']);
  const [page, setPage] = useState<PageKey>(draft.visibleOnPages[0] ?? 'homepage');
  const [language, setLanguage] = useState<Language>(
    isLanguage(i18n.language) ? i18n.language : 'en',
  );
  const [isDismissed, setDismissed] = useState(false);
  const { targetUrl, urlParams, visibleOnPages, ...input } = toBannerInput(draft);
  const { texts, buttons } = READY[language];
  const isThere = visibleOnPages.length === 0 || visibleOnPages.includes(page);
  const text = input.translationKey ? texts[input.translationKey] : input.text?.[language];
  const buttonText = input.buttonTranslationKey
    ? buttons[input.buttonTranslationKey]
    : input.buttonText?.[language];
  return (
    <div className="mb-10">
      <div className="mb-2 flex flex-wrap items-center gap-x-8">
        <h2 className="text-xl">{t('studio-banners:preview.title')}</h2>
        <InlineSelect
          label={t('studio-banners:preview.page')}
          value={page}
          options={BANNER_PAGE_KEYS.map((value) => ({
            value,
            label: t(`studio-banners:pages.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            setPage(BANNER_PAGE_KEYS.find((key) => key === value) ?? page)
          }
        />
        <InlineSelect
          label={t('studio-banners:preview.language')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: t(`common:language.${value}`) }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        />
      </div>
      <div className="overflow-hidden rounded-2xl border border-line">
        {isThere && !isDismissed ? (
          <div lang={language}>
            <BannerView
              banner={{
                text: text || '…',
                buttonText: buttonText || (targetUrl === null ? null : '…'),
                targetUrl,
                urlParams,
              }}
              onDismiss={() => setDismissed(true)}
            />
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-x-6 px-5 py-3 text-sm text-ink-2">
            <p>
              {t(isThere ? 'studio-banners:preview.dismissed' : 'studio-banners:preview.absent')}
            </p>
            {isThere && (
              <Button variant="quiet" onClick={() => setDismissed(false)}>
                {t('studio-banners:preview.again')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
