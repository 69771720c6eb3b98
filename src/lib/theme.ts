/** A theme chosen by the person; nothing stored means the system decides. `public/theme.js` applies it before paint. */
export type Theme = 'dawn' | 'night';

const KEY = 'envol-theme';

/** The theme on screen now: the chosen one, else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dawn' || chosen === 'night') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'dawn';
}

/** Applies a theme at once and remembers it on this device; `null` gives the choice back to the system. */
export function chooseTheme(theme: Theme | null): void {
  const root = document.documentElement;
  if (theme) root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
  try {
    if (theme) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage refused: the choice lasts until the page is left.
  }
}
