import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const PAGES = path.join(ROOT, 'docs/decisions');
/** Names of others, which a page says are not used here. */
const FOREIGN_NAMES = new Set(['initialData', 'enumerateDevices']);
const MAX_WORDS = 300;

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

const files = readdirSync(PAGES);
const pages = files.map((file) => {
  const [title = '', gap, status = '', , ...body] = readFileSync(
    path.join(PAGES, file),
    'utf8',
  ).split('\n');
  return { file, title, gap, status, body: body.join('\n') };
});

describe('the pages in docs/decisions', () => {
  it.each(pages)(
    '$file has its number, its status and its date',
    ({ file, title, gap, status }) => {
      expect(title).toMatch(new RegExp(`^# ${file.slice(0, 3)} \\S`));
      expect(gap).toBe('');
      expect(status).toMatch(
        /^(?:Accepted|Superseded by \[\d{3}\]\([\w-]+\.md\)), \d{4}-\d{2}-\d{2}\.$/,
      );
    },
  );

  it.each(pages)(`$file has at most ${MAX_WORDS} words below them`, ({ body }) => {
    const words = body.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
    expect(words.length).toBeLessThanOrEqual(MAX_WORDS);
  });

  it.each(pages)('$file names files and functions that are there', ({ body }) => {
    const quoted = [...body.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
    const named = quoted.filter(
      (name) =>
        /^[\w./-]+\/[\w.-]+\.(ts|tsx|mjs)$/.test(name) || /^[a-z]+[A-Z][A-Za-z]*$/.test(name),
    );
    expect(named.filter((name) => !FOREIGN_NAMES.has(name) && !isInCode(name))).toEqual([]);
  });

  it('leads only to pages that are there', () => {
    const dead = pages.flatMap(({ file, status, body }) =>
      [...`${status}\n${body}`.matchAll(/\]\((\d{3}-[\w-]+\.md)\)/g)]
        .filter(([, page = '']) => !files.includes(page))
        .map(([, page]) => `${file} → ${page}`),
    );
    expect(dead).toEqual([]);
  });

  it('each has a number of its own', () => {
    const numbers = files.map((file) => file.slice(0, 3));
    expect(numbers).toEqual([...new Set(numbers)]);
  });
});
