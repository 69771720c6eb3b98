import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { environment, root } from './install.mjs';

/** The steps in the order in which they are most likely to tell something soon. */
function stepsOf(command, node) {
  const run = (program, ...options) => ({ program, options });
  const script = (path, ...options) =>
    existsSync(join(root, path)) ? run(node, path, ...options) : { absent: path };
  const isWhole = command === 'test';
  return [
    ['types of the browser', run('tsc', '-p', 'tsconfig.json')],
    ['types of the server', run('tsc', '-p', 'tsconfig.server.json')],
    ['lint', run('oxlint', '--type-aware')],
    ['format', run('oxfmt', '--check')],
    ['tree', script('scripts/check-tree.ts')],
    ['library', script('scripts/check-library.ts')],
    isWhole && ['unused code', run('knip')],
    ['tests', { vitest: ['--project', 'rules', '--project', 'server'] }],
    isWhole && ['build', { call: () => build(node) }],
    (isWhole || existsSync(join(root, 'dist/.stamp'))) && [
      'budgets',
      script('scripts/check-budgets.ts'),
    ],
    isWhole && ['journeys', { vitest: ['--project', 'journeys'], browser: true }],
  ].filter(Boolean);
}

/** Runs `test` or `check`; the last line of the output is `N passed, N failed`. Resolves to the exit code. */
export async function verify(command, node) {
  const rows = [];
  for (const [name, step] of stepsOf(command, node)) {
    process.stdout.write(`\n── ${name}\n`);
    const began = Date.now();
    const result = await perform(step, node);
    rows.push({ name, seconds: (Date.now() - began) / 1000, ...result });
  }
  return report(rows);
}

async function perform(step, node) {
  if (step.absent) {
    process.stdout.write(`${step.absent} is not there yet: skipped\n`);
    return { passed: 0, failed: 0 };
  }
  if (step.call) return one(await step.call());
  if (step.vitest) return tests(step, node);
  const { status, error } = spawnSync(step.program, step.options, {
    cwd: root,
    env: environment(node),
    stdio: ['ignore', 1, 2],
  });
  if (error) process.stdout.write(`${error.message}\n`);
  return one(status === 0);
}

const one = (succeeded) => (succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A run of Vitest: each of its tests counts, and the run itself, which also fails when a file cannot be loaded. */
export function tests({ vitest, browser }, node) {
  const chromium = browser ? findChromium() : undefined;
  if (browser && !chromium) {
    process.stdout.write(
      'The browser journeys need Chromium or Chrome and none was found: install one, or set CHROMIUM_PATH to it.\n',
    );
    return one(false);
  }
  const folder = mkdtempSync(join(tmpdir(), 'envol-results-'));
  const file = join(folder, 'results.json');
  const options = [
    'run',
    ...vitest,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const extra = { NODE_ENV: 'test', ...(chromium && { CHROMIUM_PATH: chromium }) };
  const { status } = spawnSync(node, [join(root, 'node_modules/vitest/vitest.mjs'), ...options], {
    cwd: root,
    env: environment(node, extra),
    stdio: ['ignore', 1, 2],
  });
  const run = one(status === 0);
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: run.passed + results.numPassedTests,
      failed: run.failed + results.numFailedTests,
      skipped: results.numPendingTests,
    };
  } catch {
    return one(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints a row a step and the line that counts. Returns the exit code. */
export function report(rows) {
  const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const width = Math.max(...rows.map(({ name }) => name.length));
  process.stdout.write('\n');
  for (const { name, seconds, passed, failed, skipped } of rows) {
    const said = passed + failed === 0 ? 'skipped' : failed > 0 ? `${failed} failed` : 'passed';
    const more = skipped ? `, ${skipped} skipped` : '';
    process.stdout.write(
      `${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${said}${more}\n`,
    );
  }
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') > 0 ? 1 : 0;
}
