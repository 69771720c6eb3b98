import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildEnvironment, root } from './install.mjs';
import { orderOutput } from './ordered-output.mjs';
import { runStep } from './processes.mjs';
import { countStep, runTests } from './test-runs.mjs';

/**
 * Lists the steps of `test` or `check` in stages. Stages run one after the other; the steps of a stage run in parallel,
 * the longest first.
 */
function planStages(command, node) {
  const run = (program, ...options) => ({ program, options });
  const script = (path) => run(node, path);
  const isWhole = command === 'test';
  const isBuilt = isWhole || existsSync(join(root, 'dist/.stamp'));
  const stages = [
    [
      ['lint and types', run('oxlint', '--type-aware', '--type-check')],
      isWhole && ['build', { call: (write) => build(node, write) }],
      ['tests of the rules', { vitest: ['--project', 'rules'] }],
      ['format', run('oxfmt', '--check')],
      isWhole && ['unused code', run('knip')],
      ['tree', script('scripts/check-tree.ts')],
      ['library', script('scripts/check-library.ts')],
    ],
    [
      ['tests of the server', { vitest: ['--project', 'server'] }],
      isBuilt && ['budgets', script('scripts/check-budgets.ts')],
    ],
    // Alone, because each of its workers runs a server, a database and a browser.
    [isWhole && ['journeys', { vitest: ['--project', 'journeys'], browser: true }]],
  ];
  return stages.map((steps) => steps.filter(Boolean));
}

/**
 * Runs the stages of `command` (`test` for `npm test`, `check` for `npm run check`) one after another, then prints a
 * report whose last line is `N passed, N failed`, and `, N skipped` where some were; resolves to the exit code. `node` is the Node executable that runs the
 * steps.
 */
export async function runChecks(command, node) {
  const rows = [];
  for (const steps of planStages(command, node)) rows.push(...(await runStage(steps, node)));
  return printReport(rows);
}

/**
 * Runs the steps of a stage, as many at once as there are processors; prints their outputs in the order of the steps.
 */
async function runStage(steps, node) {
  const open = orderOutput((text) => process.stdout.write(text));
  const waiting = steps.map(([name, step], index) => ({ name, step, index, output: open() }));
  const rows = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, step, index, output } = next;
      output.write(`\n── ${name}\n`);
      const began = Date.now();
      const counts = await performStep(step, node, output.write);
      rows[index] = { name, seconds: (Date.now() - began) / 1000, ...counts };
      output.end();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return rows;
}

async function performStep(step, node, write) {
  if (step.call) return countStep(await step.call(write));
  if (step.vitest) return runTests(step, node, write);
  const { status, error } = await runStep(step.program, step.options, {
    cwd: root,
    env: buildEnvironment(node),
    write,
  });
  if (error) write(`${error.message}\n`);
  return countStep(status === 0);
}

/**
 * Prints one row per step, the tests that passed at a second try, and the totals. Returns the exit code: 1 when
 * anything failed.
 */
export function printReport(rows) {
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
  const retried = rows.flatMap((row) => row.retried ?? []);
  if (retried.length > 0)
    process.stdout.write(
      `\nPassed at a second try:\n${retried.map((name) => `- ${name}\n`).join('')}`,
    );
  const skipped = sum('skipped');
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${left}\n`);
  return sum('failed') > 0 ? 1 : 0;
}
