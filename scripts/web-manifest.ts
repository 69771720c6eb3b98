import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../shared/rules/languages.ts';

const LOCALES = path.join(import.meta.dirname, '../src/locales');
const GROUND = '#f9f4ec';

/** Reads one message of the catalogues, such as `home:actions.breathe`. */
function readMessage(language: Language, message: string): string {
  const [feature = '', key = ''] = message.split(':');
  const catalogue: unknown = JSON.parse(
    readFileSync(path.join(LOCALES, language, `${feature}.json`), 'utf8'),
  );
  const found = key
    .split('.')
    .reduce<unknown>((level, name) => Object(level)[name] as unknown, catalogue);
  if (typeof found !== 'string') throw new Error(`There is no message ${message} in ${language}`);
  return found;
}

/** Builds the web app manifest, as JSON text, in one language. */
export function buildWebManifest(language: Language): string {
  const translate = (message: string): string => readMessage(language, message);
  const icon = (src: string, sizes: string, purpose = 'any') => ({
    src,
    sizes,
    type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string, picture: string) => ({
    name,
    url,
    icons: [icon(`/shortcuts/${picture}.png`, '192x192')],
  });
  const screenshot = (name: string, form_factor: 'narrow' | 'wide') => ({
    src: `/screenshots/${language}-${name}.jpg`,
    sizes: form_factor === 'wide' ? '1280x800' : '390x844',
    type: 'image/jpeg',
    form_factor,
  });
  return JSON.stringify({
    id: '/',
    name: 'Envol',
    short_name: 'Envol',
    description: translate('landing:meta.description'),
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // Where there is no window of its own, one with little more than a back button.
    display_override: ['standalone', 'minimal-ui'],
    // The window that is open stays, with what plays in it (public/first.js).
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['health', 'travel'],
    icons: [
      icon('/icon.svg', 'any'),
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    screenshots: [
      screenshot('today', 'narrow'),
      screenshot('session', 'narrow'),
      screenshot('wide', 'wide'),
    ],
    shortcuts: [
      shortcut(translate('help:help.sos'), '/sos', 'help'),
      shortcut(translate('offline:shortcuts.flight'), '/flight', 'flight'),
      shortcut(translate('offline:shortcuts.next'), '/?next', 'today'),
      shortcut(translate('home:actions.breathe'), '/breathe', 'breathe'),
    ],
  });
}
