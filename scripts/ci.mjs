import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildEnvironment, root } from './install.mjs';
import { runStep } from './processes.mjs';
import { MODULE_FLAGS } from './server-flags.mjs';
import { countStep, runTests } from './test-runs.mjs';

/** The benches that are quickest, run at their least by `npm test`: that they run at all is shown, and nothing is timed. */
const SMOKE = ['rules', 'render', 'requests'];

const MAX_SUBJECT_LENGTH = 72;

/**
 * How many checkers the type checker shares a project out to, four at most. Each works out anew what it needs of the catalogues' keys:
 * the app costs one checker less than half of the processor time that it costs four. Half of the processors, because other steps run beside it.
 */
const TYPE_CHECKERS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

/** What `npm run check` holds against: what was pushed before, which the workflow names, or else the branch as it is there. */
function findPushedCommit() {
  const isCommit = (name) =>
    name && spawnSync('git', ['rev-parse', '-q', '--verify', `${name}^{commit}`]).status === 0;
  return [process.env['CHECK_SINCE'], 'origin/main', 'HEAD~1'].find(isCommit) ?? 'HEAD';
}

/** Writes the subjects of commits since then that are longer than a list of commits shows; resolves to whether there are none. */
async function checkSubjects(since, write) {
  const { stdout } = spawnSync('git', ['log', '--format=%s', `${since}..HEAD`], {
    encoding: 'utf8',
  });
  const long = (stdout ?? '').split('\n').filter((subject) => subject.length > MAX_SUBJECT_LENGTH);
  for (const subject of long) write(`over ${MAX_SUBJECT_LENGTH} characters: ${subject}\n`);
  return long.length === 0;
}

/** Leaves out the files with the tag `whole` (vitest.config.ts). */
const QUICK = ['--tags-filter', '!whole'];

/**
 * Lists the steps of `test` or `check` in stages. Stages run one after the other; the steps of a stage run in parallel,
 * the longest first.
 */
function planStages(command, node, isWhole) {
  const run = (program, ...options) => ({ program, options });
  const script = (path, ...options) => run(node, ...MODULE_FLAGS, path, ...options);
  const isTest = command === 'test';
  const isBuilt = isTest || existsSync(join(root, 'dist/.stamp'));
  // Lint that knows types waits for `test`: it reads everything anew each time, which types alone do not.
  const lint = isTest
    ? [['lint and types', run('oxlint', '--type-aware', '--type-check')]]
    : [
        ...['web', 'server', 'worker'].map((part) => {
          const memory = `node_modules/.cache/types/${part}.tsbuildinfo`;
          const options = ['--incremental', '--tsBuildInfoFile', memory];
          const checkers = ['--checkers', String(TYPE_CHECKERS)];
          return [
            `types: ${part}`,
            run('tsc', '-p', `tsconfig.${part}.json`, ...options, ...checkers),
          ];
        }),
        ['lint', run('oxlint')],
      ];
  const since = isTest ? '' : findPushedCommit();
  const chosen = isTest ? (isWhole ? [] : QUICK) : ['--changed', since, '--passWithNoTests'];
  const stages = [
    [
      ...lint,
      !isTest && ['subjects of commits', { call: (write) => checkSubjects(since, write) }],
      isTest && ['build', { call: (write) => build(node, write) }],
      ['tests of the rules', { vitest: ['--project', 'rules', ...chosen] }],
      ['format', run('oxfmt', '--check')],
      isTest && ['unused code', run('knip')],
      ['tree', script('scripts/check-tree.ts')],
      ['library', script('scripts/check-library.ts')],
    ],
    [
      ['tests of the server', { vitest: ['--project', 'server', ...chosen] }],
      isBuilt && ['budgets', script('scripts/check-budgets.ts')],
      ...SMOKE.map(
        (name) => isTest && [`bench: ${name}`, script(`bench/${name}.bench.ts`, '--smoke')],
      ),
    ],
    // Alone, because each of its workers runs a server, a database and a browser.
    [
      isTest && [
        'journeys',
        { vitest: ['--project', 'journeys', ...chosen], browser: true, otherBrowsers: isWhole },
      ],
    ],
  ];
  return stages.map((steps) => steps.filter(Boolean));
}

/**
 * Runs the stages of `command` (`test` for `npm test`, `check` for `npm run check`) one after another, then prints a
 * report whose last line is `N passed, N failed`, and `, N skipped` where some were; resolves to the exit code. `node` is
 * the Node executable that runs the steps. `isWhole`: with the files that have the tag `whole`.
 */
export async function runChecks(command, node, { isWhole = false } = {}) {
  const rows = [];
  const began = Date.now();
  for (const steps of planStages(command, node, isWhole)) {
    const waiting = [...steps];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        rows.push(await perform(next, node, steps.length === 1));
    };
    // As many at once as there are processors.
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  }
  return printReport(rows, (Date.now() - began) / 1000);
}

/** Performs a step; its output is printed as it comes where it is `alone`, or else whole, once it has ended. */
async function perform([name, step], node, alone) {
  const print = (text) => process.stdout.write(text);
  const waiting = [`\n── ${name}\n`];
  const write = alone ? print : (text) => waiting.push(text);
  if (alone) print(waiting.pop());
  const began = Date.now();
  const counts = step.call
    ? countStep(await step.call(write))
    : step.vitest
      ? await runTests(step, node, write)
      : await runProgram(step, node, write);
  for (const text of waiting) print(text);
  return { name, seconds: (Date.now() - began) / 1000, ...counts };
}

async function runProgram({ program, options }, node, write) {
  const env = buildEnvironment(node);
  const { status, error } = await runStep(program, options, { cwd: root, env, write });
  if (error) write(`${error.message}\n`);
  return countStep(status === 0);
}

/**
 * Prints one row per step, how long all of them took together, the tests that passed at a second try, those that failed, and the totals.
 * Returns the exit code: 1 when anything failed.
 */
export function printReport(rows, secondsInAll) {
  const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const tellSkipped = (count) => (count ? `, ${count} skipped` : '');
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, seconds, passed, failed, skipped }) => {
    const said = passed + failed === 0 ? 'skipped' : failed > 0 ? `${failed} failed` : 'passed';
    return `${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${said}${tellSkipped(skipped)}`;
  });
  if (secondsInAll !== undefined)
    lines.push(`${'in all'.padEnd(width)}  ${secondsInAll.toFixed(1).padStart(6)} s`);
  const list = (heading, key) => {
    const names = rows.flatMap((row) => row[key] ?? []).map((name) => `- ${name}`);
    if (names.length > 0) lines.push('', heading, ...names);
  };
  list('Passed at a second try:', 'retried');
  list('Failed:', 'failures');
  const totals = `${sum('passed')} passed, ${sum('failed')} failed${tellSkipped(sum('skipped'))}`;
  process.stdout.write(`\n${lines.join('\n')}\n\n${totals}\n`);
  return sum('failed') > 0 ? 1 : 0;
}
