import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const walk = readFileSync(path.join(ROOT, 'docs/walk.md'), 'utf8');
const quoted = [...walk.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
const files = quoted.filter((name) => name.includes('/'));
const names = quoted.filter((name) => /^[A-Za-z]+$/.test(name));

describe('docs/walk.md', () => {
  it.each(files)('names a file that is there: %s', (file) => {
    expect(existsSync(path.join(ROOT, file))).toBe(true);
  });

  const code = files
    .filter((file) => existsSync(path.join(ROOT, file)))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');

  it.each(names)('names something that one of its files declares: %s', (name) => {
    expect(code).toMatch(new RegExp(`\\b(function|class|const|interface|type) ${name}\\b`));
  });
});
