import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const workflows = readdirSync(FOLDER).map(
  (file) => [file, readFileSync(path.join(FOLDER, file), 'utf8')] as const,
);
const proofs = /proof: \[(.+)\]/.exec(Object.fromEntries(workflows)['proofs.yml'] ?? '')?.[1];

it.each(workflows)(
  '%s runs commands that package.json has, with the right to read alone',
  (_, text) => {
    const names = [...text.matchAll(/npm run ([\w:]+)$/gm)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  },
);

it('measures each night, by every bench', () =>
  expect(Object.fromEntries(workflows)['proofs.yml']).toMatch(/- run: npm run bench$/m));

it('proves each night everything that has a proof', () => {
  const known = Object.keys(scripts).filter((name) => name.startsWith('prove:'));
  expect(
    proofs
      ?.split(', ')
      .map((name) => `prove:${name}`)
      .toSorted(),
  ).toEqual(known.toSorted());
});
