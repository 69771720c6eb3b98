import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { changeLanguage, isLanguage, type Language } from '#web/lib/i18n.ts';

/**
 * The language before anybody is known: the one the server chose for this page (the person's own
 * choice, else the browser's), else English.
 */
export function firstLanguage(): Language {
  const chosen = document.documentElement.lang;
  return isLanguage(chosen) ? chosen : 'en';
}

/**
 * Follows the profile's preferred language (specification, section 4), and tells the server's pages. False until
 * its words are there, or known not to come: a page shown before would be read, and would ask, in the other language.
 */
export function useProfileLanguage(profile: User | undefined): boolean {
  const { i18n } = useTranslation();
  const [settled, setSettled] = useState<string>();
  const { id, preferredLanguage: preferred } = profile ?? {};
  useEffect(() => {
    if (!preferred) return;
    // Without its words the page stays readable as it is; the next load asks for them again.
    void changeLanguage(preferred)
      .catch(() => {})
      .then(() => setSettled(id));
    document.cookie = `envol_lang=${preferred}; path=/; max-age=31536000; samesite=lax`;
  }, [id, preferred]);
  return id === settled || i18n.language === preferred;
}
