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

it('compares the signatures of all packages, and keeps a list of what is in them', () => {
  const text = Object.fromEntries(workflows)['supply-chain.yml'] ?? '';
  const [triggers = '', jobs = ''] = text.split(/^jobs:$/m);
  expect(triggers).toMatch(/^ {2}push:$/m);
  expect(triggers).toMatch(/^ {2}pull_request:$/m);
  expect(triggers).toMatch(/- cron: '\d+ \d+ \* \* \d'$/m);
  const steps = [...jobs.matchAll(/- run: (.+)$/gm)].map(([, step]) => step);
  expect(steps).toEqual([
    // No script of a package runs before its signature was compared.
    'npm ci --ignore-scripts',
    'npm audit signatures',
    'npm sbom --sbom-format cyclonedx > sbom.cdx.json',
  ]);
  expect(jobs).toMatch(/path: sbom\.cdx\.json$/m);
  expect(jobs).not.toMatch(/continue-on-error|\|\|/);
});
