import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { useChooseLanguage } from '#web/features/account/hooks/use-choose-language.ts';
import { RadioGroup } from '#web/ui/choice.tsx';

/** Chooses the app's language. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation(['profile', 'common']);
  const choose = useChooseLanguage();
  return (
    <RadioGroup
      legend={t('profile:language.label')}
      hideLegend
      value={i18n.language as Language}
      onChange={(language) => void choose(language)}
      choices={LANGUAGES.map((language) => ({
        value: language,
        label: <span lang={language}>{t(`common:language.${language}`)}</span>,
      }))}
    />
  );
}
