import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '#shared/rules/languages.ts';
import { changeLanguageUnlessSuperseded } from '#web/lib/i18n.ts';
import { isServerReachable } from '#web/lib/network.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useUpdateProfile } from '../queries.ts';

/**
 * Returns a function that changes the app's language at once and then saves it in the profile; without a network it
 * changes nothing. A failure is shown in a toast; if saving failed, the former language returns.
 */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const { t, i18n } = useTranslation('errors');
  const save = useUpdateProfile();
  const queryClient = useQueryClient();
  const { toast } = useToast();
  const refuse = (title: string) => toast({ title, tone: 'refusal' });
  return async (language) => {
    // Sessions come in the profile's language, so that half a change would mix the two.
    if (!isServerReachable()) {
      refuse(t('language_unfetched'));
      return;
    }
    const before = i18n.language === 'fr' ? 'fr' : 'en';
    try {
      if (!(await changeLanguageUnlessSuperseded(language))) return;
    } catch {
      refuse(t('language_unfetched'));
      return;
    }
    save.mutate(
      { preferredLanguage: language },
      {
        // Titles come in the profile's language: what was asked for before it was saved came in the former one.
        onSuccess: () => void queryClient.invalidateQueries(),
        onError: () => {
          // Its words are there: the page was in them.
          const back = changeLanguageUnlessSuperseded(before).catch(() => {});
          void back.then(() => refuse(i18n.t('errors:update_profile')));
        },
      },
    );
  };
}
