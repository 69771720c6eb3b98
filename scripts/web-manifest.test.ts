import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { resolveRoute } from '../shared/rules/route-table.ts';
import { buildWebManifest } from './web-manifest.ts';

interface Manifest {
  lang: string;
  description: string;
  icons: { src: string; purpose: string }[];
  screenshots: { src: string; sizes: string }[];
  shortcuts: { name: string; url: string; icons: { src: string }[] }[];
  display_override: string[];
  launch_handler: { client_mode: string[] };
  categories: string[];
}

it.each(LANGUAGES)(
  'an installed app has its words, its icons, pictures and shortcuts to pages that exist (%s)',
  (language) => {
    const { lang, description, icons, screenshots, shortcuts } = JSON.parse(
      buildWebManifest(language),
    ) as Manifest;
    expect(lang).toBe(language);
    expect([description, ...shortcuts.map(({ name }) => name)].every(Boolean)).toBe(true);
    const pictures = shortcuts.map((shortcut) => shortcut.icons[0]);
    expect(new Set(pictures.map((picture) => picture?.src)).size).toBe(shortcuts.length);
    for (const { src } of [
      ...icons,
      ...screenshots,
      ...pictures.filter((one) => one !== undefined),
    ])
      expect(existsSync(path.join(import.meta.dirname, '../public', src)), src).toBe(true);
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { url } of shortcuts) {
      const decision = resolveRoute(new URL(url, 'https://example.org').pathname, 'pass');
      expect(decision.kind, url).toBe('page');
    }
  },
);

it('an installed app goes on in its window, and says what it is about', () => {
  const manifest = JSON.parse(buildWebManifest('en')) as Manifest;
  expect(manifest.launch_handler.client_mode[0]).toBe('focus-existing');
  expect(manifest.display_override[0]).toBe('standalone');
  expect(manifest.categories).toEqual(['health', 'travel']);
});
