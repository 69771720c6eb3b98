import { deviceStorage } from './storage.ts';

/**
 * The theme chosen by the person. If none is stored, the system's setting applies. `public/first.js` applies it
 * before first paint.
 */
export type Theme = 'dawn' | 'night';

const STORAGE_KEY = 'envol-theme';

/** Returns the theme (light or dark) on screen: the chosen one, else the system's. */
export function getCurrentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dawn' || chosen === 'night') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'dawn';
}

/** Applies a theme and stores it on this device; `null` removes the choice, so that the system's setting applies. */
export function setTheme(theme: Theme | null): void {
  const root = document.documentElement;
  if (theme) root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
  // Where storage is blocked, the choice lasts until the page is closed.
  if (theme) deviceStorage.write(STORAGE_KEY, theme);
  else deviceStorage.remove(STORAGE_KEY);
}
