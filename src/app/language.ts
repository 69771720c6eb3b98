import { useEffect } from 'react';
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

/** Follows the profile's preferred language (specification, section 4), and tells the server's pages. */
export function useProfileLanguage(profile: User | undefined): void {
  const preferred = profile?.preferredLanguage;
  useEffect(() => {
    if (!preferred) return;
    // Without its words the page stays readable as it is; the next load asks for them again.
    changeLanguage(preferred).catch(() => {});
    document.cookie = `envol_lang=${preferred}; path=/; max-age=31536000; samesite=lax`;
  }, [preferred]);
}
