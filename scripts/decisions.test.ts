import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const PAGES = path.join(ROOT, 'docs/decisions');
/** Names of others, which a page says are not used here. */
const FOREIGN_NAMES = new Set(['initialData', 'enumerateDevices']);

const code = ['src', 'server', 'shared', 'scripts', 'e2e', 'bench']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter(
    (file) => /\.(ts|tsx|mjs|json)$/.test(file) && !/\/migrations\/|decisions\.test/.test(file),
  )
  .map((file) => `${file}\n${readFileSync(path.join(ROOT, file), 'utf8')}`)
  .join('\n');
const isInCode = (name: string) => code.includes(name);

const pages = readdirSync(PAGES)
  .map((page) => [page, readFileSync(path.join(PAGES, page), 'utf8')] as const)
  .filter(([, text]) => !text.includes('Superseded by'));

describe('the pages in docs/decisions', () => {
  it.each(pages)('%s names files and functions that are there', (_, text) => {
    const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
    const named = quoted.filter(
      (name) =>
        /^[\w./-]+\/[\w.-]+\.(ts|tsx|mjs)$/.test(name) || /^[a-z]+[A-Z][A-Za-z]*$/.test(name),
    );
    expect(named.filter((name) => !FOREIGN_NAMES.has(name) && !isInCode(name))).toEqual([]);
  });
});
