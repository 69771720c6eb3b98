import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../shared/rules/languages.ts';

const LOCALES = path.join(import.meta.dirname, '../src/locales');
/** The light theme's ground, as an installed app begins with it. */
const GROUND = '#f9f4ec';

/** Builds the manifest with which a device installs the app, in one language. */
export function buildWebManifest(language: Language): string {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(LOCALES, language, `${name}.json`), 'utf8'));
  const { meta } = read('landing') as { meta: { description: string } };
  const { help } = read('help') as { help: { sos: string } };
  const home = read('home') as { actions: { breathe: string } };
  const { nav } = read('app') as { nav: { home: string } };
  const icon = (src: string, sizes: string, purpose = 'any') => ({
    src,
    sizes,
    type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({
    name,
    url,
    icons: [icon('/icon-192.png', '192x192')],
  });
  return JSON.stringify({
    id: '/',
    name: 'Envol',
    short_name: 'Envol',
    description: meta.description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['health', 'travel'],
    icons: [
      icon('/icon.svg', 'any'),
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      shortcut(help.sos, '/sos'),
      shortcut(home.actions.breathe, '/breathe'),
      shortcut(nav.home, '/'),
    ],
  });
}
