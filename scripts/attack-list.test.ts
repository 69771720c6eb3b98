import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from './attack-list.ts';

const ROOT = path.join(import.meta.dirname, '..');

describe.each(Object.entries(ATTACKS))('%s', (_, files) => {
  it.each(Object.entries(files))('has every attack of its list in %s', (file, tests) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    expect(tests.filter((test) => !text.includes(test))).toEqual([]);
  });
});
