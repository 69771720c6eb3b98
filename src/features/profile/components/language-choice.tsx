import { useTranslation } from 'react-i18next';
import { useProfile, useUpdateProfile } from '#web/features/account/queries.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { changeLanguage } from '#web/lib/i18n.ts';
import { RadioGroup } from '#web/ui/choice.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Chooses the app's language: applied at once, saved to the profile, reverted if saving fails. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation(['profile', 'common', 'errors']);
  const { preferredLanguage } = useProfile();
  const save = useUpdateProfile();
  const { toast } = useToast();
  const refuse = (title: string) => toast({ title, tone: 'refusal' });
  const choose = async (language: Language) => {
    try {
      if (!(await changeLanguage(language))) return;
    } catch {
      refuse(t('profile:language.unfetched'));
      return;
    }
    save.mutate(
      { preferredLanguage: language },
      {
        onError: () => {
          const back = changeLanguage(preferredLanguage).catch(() => {});
          void back.then(() => refuse(i18n.t('errors:update_profile')));
        },
      },
    );
  };
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
