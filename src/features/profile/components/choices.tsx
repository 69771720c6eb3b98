import { useState } from 'react';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { useChangeLanguage } from '#web/features/account/hooks/use-change-language.ts';
import { useProfile, useUpdateProfile } from '#web/features/account/queries.ts';
import { setTheme, type Theme } from '#web/lib/theme.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox, RadioGroup } from '#web/ui/choice.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** A field that chooses the app's language. */
export function LanguageField() {
  const { t, i18n } = useTranslation(['profile', 'common']);
  const choose = useChangeLanguage();
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

type ThemeOption = Theme | 'system';

function getChosenTheme(): ThemeOption {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'dawn' || theme === 'night' ? theme : 'system';
}

/** A field that chooses the theme: dawn, night flight or the system's setting; stored on the device. */
export function ThemeField() {
  const { t } = useTranslation('profile');
  const [theme, setShownTheme] = useState(getChosenTheme);
  const choose = (choice: ThemeOption) => {
    setTheme(choice === 'system' ? null : choice);
    setShownTheme(choice);
  };
  return (
    <RadioGroup
      legend={t('theme.label')}
      hideLegend
      value={theme}
      onChange={choose}
      choices={(['system', 'dawn', 'night'] as const).map((choice) => ({
        value: choice,
        label: t(`theme.${choice}`),
        detail: t(`theme.${choice}Hint`),
      }))}
    />
  );
}

/** A field that chooses whether the streak (days practised in a row) is shown. */
export function StreakShownField() {
  const { t } = useTranslation(['profile', 'errors']);
  const { streakShown } = useProfile();
  const update = useUpdateProfile();
  const { toast } = useToast();
  // Shown before the server answers.
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <Checkbox
      label={t('profile:streak.label')}
      detail={t('profile:streak.hint')}
      checked={chosen ?? streakShown}
      onChange={(event) => {
        setChosen(event.target.checked);
        update.mutate(
          { streakShown: event.target.checked },
          {
            onError: () => toast({ title: t('errors:update_profile'), tone: 'refusal' }),
            onSettled: () => setChosen(null),
          },
        );
      }}
    />
  );
}
