import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const walk = readFileSync(path.join(ROOT, 'docs/walk.md'), 'utf8');
const quoted = [...walk.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
const files = quoted.filter((name) => name.includes('/'));
const names = quoted.filter((name) => /^[A-Za-z]+$/.test(name));

describe('CONTRIBUTING.md', () => {
  const page = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const said = [...page.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  // A part of a pattern, such as `components/` of a feature or `NNN-name.md`, names no file of its own.
  const paths = said.filter(
    (name) => /^(\.?[\w-]+\/)+[\w.-]+\.\w+$/.test(name) && !/NNN/.test(name),
  );
  const functions = said.flatMap(
    (name) => /^(?:(?:create|register)\w+|\w+(?=\())/.exec(name)?.[0] ?? [],
  );
  const declared = [
    'server/http/route.ts',
    'server/http/idempotent-route.ts',
    'server/testing/app.ts',
    'e2e/fixtures/test-site.ts',
    'src/lib/api.ts',
  ];

  it.each([...new Set(paths)])('names a file that is there: %s', (file) => {
    expect(existsSync(path.join(ROOT, file))).toBe(true);
  });

  it.each([...new Set(functions)])('names a function that is there: %s', (name) => {
    const code = declared.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
    expect(code).toMatch(new RegExp(`\\b(function|const) ${name}\\b`));
  });
});

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
