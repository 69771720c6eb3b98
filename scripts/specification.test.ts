import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const page = readFileSync(path.join(ROOT, 'docs/specification.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  .map(([row = '', where = '', tests = '']) => ({ row, where, tests }));

/** Lists the tests of a cell: each file stands before the titles of its tests, which stand in quotation marks. */
function listTests(cell: string): { file: string; title: string }[] {
  let file = '';
  return [...cell.matchAll(/`([^`]+)`|“([^”]+)”/g)].flatMap(([, name, title]) => {
    file = name ?? file;
    return title === undefined ? [] : [{ file, title }];
  });
}

describe('docs/specification.md', () => {
  it('has a row for each part of the specification', () => {
    const parts = new Set(rows.map(({ row }) => row[0]));
    expect(parts).toEqual(new Set('123456789'));
    expect(rows.length).toBeGreaterThanOrEqual(26);
  });

  it.each(rows)('$row: its files and tests are there', ({ where, tests }) => {
    const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const named = listTests(tests);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect([files.length, named.length].every((count) => count > 0)).toBe(true);
    const missing = named.filter(({ file, title }) => {
      const at = path.join(ROOT, file);
      return !existsSync(at) || !readFileSync(at, 'utf8').includes(title);
    });
    expect(missing).toEqual([]);
  });
});
