import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '#web/locales/en/legal.json' with { type: 'json' };
import fr from '#web/locales/fr/legal.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');
const source = ['public', 'src', 'server', 'shared']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|js)$/.test(file) && !/\.test\.|testing|env-reference/.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  )
  .join('\n');

/** What begins like a name that a device keeps, and is none: a task of the browser, files, and an API token. */
const OTHERS = [
  ...['envol-writes', 'envol-sessions.tar', 'envol_'],
  ...['envol-outcomes.csv', 'envol-outcomes-dictionary.csv'],
];

/** Names that libraries give, in their own code. */
const OF_THE_LIBRARY = ['envol.state', 'envol.two_factor'];

const found = new Set(
  [...source.matchAll(/['"`](?:__Host-)?(envol[-_.][\w.${}-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.includes('$') && !OTHERS.includes(name)),
);

describe.each([
  ['en', en],
  ['fr', fr],
])('the privacy page (%s)', (_language, { privacy }) => {
  const named = privacy.parts
    .flatMap((part) => ('device' in part ? (part.device ?? []) : []))
    .flatMap(({ names }) => names.split(', '));

  it('says that other companies’ scripts never run on one’s own pages', () => {
    const texts = privacy.parts.flatMap(({ paragraphs }) => paragraphs).join('\n');
    expect(texts).toMatch(
      /On your own pages, and on “Help me now”, none ever runs, whatever you’ve allowed|Sur vos pages à vous, et sur «\sBesoin d’aide tout de suite\s», aucun ne tourne jamais, quoi que vous ayez accepté/,
    );
  });

  it('names every cookie and everything else that a device keeps, and nothing that it does not', () => {
    expect(named.toSorted()).toEqual([...found, ...OF_THE_LIBRARY].toSorted());
  });
});
