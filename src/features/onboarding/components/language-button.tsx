import { useTranslation } from 'react-i18next';
import { useUpdateProfile } from '#web/features/account/queries.ts';
import { isLanguage } from '#web/lib/i18n.ts';
import { Button } from '#web/ui/button.tsx';

/** The other language, for whoever was greeted in the wrong one. */
export function LanguageButton() {
  const { t } = useTranslation('ui');
  const update = useUpdateProfile();
  const other = t('language.otherCode');
  return (
    <Button
      variant="quiet"
      lang={other}
      busy={update.isPending}
      onClick={() => isLanguage(other) && update.mutate({ preferredLanguage: other })}
    >
      {t('language.other')}
    </Button>
  );
}
