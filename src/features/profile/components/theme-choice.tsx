import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, type Theme } from '#web/lib/theme.ts';
import { RadioGroup } from '#web/ui/choice.tsx';

type ThemeOption = Theme | 'system';

function getChosenTheme(): ThemeOption {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'dawn' || theme === 'night' ? theme : 'system';
}

/** Chooses between the themes dawn, night flight and the system's setting; stored on the device. */
export function ThemeChoice() {
  const { t } = useTranslation('profile');
  const [theme, setTheme] = useState(getChosenTheme);
  const choose = (choice: ThemeOption) => {
    chooseTheme(choice === 'system' ? null : choice);
    setTheme(choice);
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
