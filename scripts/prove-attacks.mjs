import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ATTACKS } from './attack-list.ts';
import { build } from './build.mjs';
import { root } from './install.mjs';
import { runTests } from './test-runs.mjs';

// npm run prove:attacks
// Every attack of the list (scripts/attack-list.ts), those that need a browser included, and all of server/attacks. In the end a
// line for each subject; what failed, was left out or was not found is named below it.

const folder = await mkdtemp(path.join(tmpdir(), 'envol-attacks-'));
try {
  process.exitCode = (await proveAttacks()) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Runs them all and prints the lines; resolves to whether everything passed. */
async function proveAttacks() {
  if (!(await build(process.execPath))) return false;
  const files = new Set(['server/attacks', ...Object.values(ATTACKS).flatMap(Object.keys)]);
  const projects = ['rules', 'server', 'journeys'].flatMap((name) => ['--project', name]);
  const file = path.join(folder, 'report.json');
  const vitest = [...projects, ...files, '--reporter=json', `--outputFile.json=${file}`];
  const counts = await runTests({ vitest, browser: true }, process.execPath);
  const report = JSON.parse(await readFile(file, 'utf8'));
  let isClosed = counts.failed === 0;
  for (const [index, [subject, tried]] of Object.entries(ATTACKS).entries()) {
    const judged = Object.entries(tried).flatMap(([at, tests]) =>
      tests.map((test) => ({ at, test, outcome: judge(at, test, report) })),
    );
    const others = judged.filter(({ outcome }) => outcome !== 'passed');
    const hasFailed = others.some(({ outcome }) => outcome === 'FAILED');
    if (hasFailed) isClosed = false;
    const passed = `${judged.length - others.length} of ${judged.length}`;
    printLine(`${index + 1}. ${subject}: ${hasFailed ? 'FAILED' : 'passed'} (${passed})`);
    for (const { at, test, outcome } of others) printLine(`   ${outcome}: ${at}: ${test}`);
  }
  const { passed, failed, skipped = 0 } = counts;
  printLine(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return isClosed;
}

/** Returns how an attack ended; one that was not found has failed, and one that this machine cannot try is left out. */
function judge(at, test, { testResults }) {
  const statuses = testResults
    .filter(({ name }) => name === path.join(root, at))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => fullName.includes(test))
    .map(({ status }) => status);
  if (statuses.length === 0 || statuses.includes('failed')) return 'FAILED';
  return statuses.every((status) => status === 'passed') ? 'passed' : 'left out';
}

function printLine(text) {
  process.stdout.write(`${text}\n`);
}
