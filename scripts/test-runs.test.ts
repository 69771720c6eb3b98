import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

type Write = (text: string) => void;
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures?: string[];
  retried?: string[];
}

// The scripts that start everything are plain JavaScript, for any Node; here are their types.
const load = (name: string): Promise<unknown> => import(path.join(import.meta.dirname, name));
const { runTests } = (await load('test-runs.mjs')) as {
  runTests: (run: { vitest: string[]; cwd: string }, node: string, write: Write) => Promise<Counts>;
};

const MODULES = path.join(import.meta.dirname, '../node_modules');

/** Runs Vitest on these files in a folder of their own, and tells what was counted. */
async function count(files: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-counted-'));
  await symlink(MODULES, path.join(folder, 'node_modules'));
  for (const [name, lines] of Object.entries(files))
    await writeFile(
      path.join(folder, `${name}.test.ts`),
      `import { beforeAll, expect, it } from 'vitest';\n${lines}`,
    );
  const counts = await runTests({ vitest: [], cwd: folder }, process.execPath, () => undefined);
  await rm(folder, { recursive: true });
  return counts;
}

const passes = `it('passes', () => expect(1).toBe(1));`;
const fails = `it('fails', () => expect(1).toBe(2));`;

it('counts a failed test once, and names it with the first line of its error', async () => {
  expect(await count({ one: passes + fails })).toEqual({
    passed: 1,
    failed: 1,
    failures: ['one.test.ts > fails: expected 1 to be 2 // Object.is equality'],
    skipped: 0,
    retried: [],
  });
});

it('counts what failed without a failed test: a file that does not load, a set-up, a stray error', async () => {
  const files = {
    broken: `import './not-there.ts';`,
    prepared: `beforeAll(() => { throw new Error('no'); }); ${passes}`,
    stray: `it('passes', () => void Promise.reject(new Error('stray')));`,
  };
  const { failures, ...counts } = await count(files);
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 1, retried: [] });
  expect(failures).toEqual([
    expect.stringMatching(/^broken.test.ts: .*not-there/),
    'prepared.test.ts: no',
    'outside a test: stray',
  ]);
});

it('names a test that passed at a second try, with the first line of its first error', async () => {
  const late = `let tries = 0; it('is late', { retry: 1 }, () => expect(++tries).toBe(2));`;
  const { passed, retried } = await count({ one: passes + late });
  expect([passed, retried]).toEqual([
    2,
    ['one.test.ts > is late: expected 1 to be 2 // Object.is equality'],
  ]);
});

it('counts a run that failed without a word', async () => {
  expect(await count({})).toEqual({ passed: 0, failed: 1, failures: [], skipped: 0, retried: [] });
});
