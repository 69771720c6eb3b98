import { useEffect, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { isLanguage, type Language } from '#shared/rules/languages.ts';
import { changeLanguageUnlessSuperseded } from '#web/lib/i18n.ts';
import { useTranslation } from '#web/lib/translation.ts';

/**
 * Returns the language before the profile is loaded: the one the server chose for this page (`<html lang>`: the
 * person's own choice, else the browser's), else English.
 */
export function getInitialLanguage(): Language {
  const chosen = document.documentElement.lang;
  return isLanguage(chosen) ? chosen : 'en';
}

/**
 * Switches the app to the profile's preferred language (specification, section 4) and tells the server, for the pages
 * it renders. Returns false until the language's catalogues are loaded or have failed to load, so that no page is
 * shown in the wrong language first.
 */
export function useSyncProfileLanguageAndCheckIfLoaded(profile: User | undefined): boolean {
  const { i18n } = useTranslation();
  const [settled, setSettled] = useState<string>();
  const { id, preferredLanguage: preferred } = profile ?? {};
  useEffect(() => {
    if (!preferred) return;
    // If the catalogues fail to load, the page stays in the present language; the next load tries again.
    void changeLanguageUnlessSuperseded(preferred)
      .catch(() => {})
      .then(() => setSettled(id));
    document.cookie = `envol_lang=${preferred}; path=/; max-age=31536000; samesite=lax`;
  }, [id, preferred]);
  return id === settled || i18n.language === preferred;
}
