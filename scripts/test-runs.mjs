import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { findOtherBrowsers } from './other-browsers.mjs';
import { buildEnvironment, root } from './install.mjs';
import { runStep } from './processes.mjs';

const VITEST = join(root, 'node_modules/vitest/vitest.mjs');

/** Returns the result of a check that has no tests of its own as counts: one test, passed or failed. */
export const countStep = (succeeded) =>
  succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/**
 * Runs Vitest with these options and resolves to how many tests passed, failed and were skipped, what failed with the
 * first line of its error, and what passed at a second try, likewise. Each failure counts once; the run itself
 * only when it failed and no test did.
 */
export async function runTests(
  { vitest, browser, otherBrowsers = browser, cwd = root },
  node,
  write = (text) => process.stdout.write(text),
) {
  const chromium = browser ? ensureChromium() : undefined;
  if (browser && !chromium) {
    write(
      'The journeys need Chromium or Chrome and none was found: install one, or set CHROMIUM_PATH.\n',
    );
    return countStep(false);
  }
  const shell = browser ? findHeadlessShell() : undefined;
  const others = otherBrowsers ? findOtherBrowsers(write) : {};
  const folder = mkdtempSync(join(tmpdir(), 'envol-results-'));
  const file = join(folder, 'counts.json');
  const options = [
    'run',
    ...vitest,
    '--reporter=default',
    `--reporter=${fileURLToPath(import.meta.url)}`,
  ];
  const extra = {
    NODE_ENV: 'test',
    COUNTS_FILE: file,
    ...(chromium && { CHROMIUM_PATH: chromium }),
    ...(shell && { CHROMIUM_SHELL_PATH: shell }),
    ...others,
  };
  const { status } = await runStep(node, [VITEST, ...options], {
    cwd,
    env: buildEnvironment(node, extra),
    write,
  });
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    // Vitest ended before it could count.
    return countStep(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A Vitest reporter that writes the numbers of passed, failed and skipped tests, what failed and what
 * passed at a second try, both with their first error, to COUNTS_FILE, as JSON.
 */
export default class CountsFileReporter {
  onTestRunEnd(modules, strayErrors) {
    const name = (test) => `${test.module.relativeModuleId} > ${test.fullName}`;
    const firstLine = (error) => String(error?.message).split('\n')[0];
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    // A file that cannot be loaded, and a suite whose set-up fails, fail without a failed test.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = groups.filter((group) => group.errors().length > 0);
    const failures = [
      ...inState('failed').map((test) => `${name(test)}: ${firstLine(test.result().errors[0])}`),
      ...broken.map(
        (group) =>
          `${group.module?.relativeModuleId ?? group.relativeModuleId}: ${firstLine(group.errors()[0])}`,
      ),
      ...strayErrors.map((error) => `outside a test: ${firstLine(error)}`),
    ];
    const counts = {
      passed: inState('passed').length,
      failed: failures.length,
      failures,
      skipped: inState('skipped').length,
      retried: tests
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${name(test)}: ${firstLine(test.result().errors?.[0])}`),
    };
    writeFileSync(process.env['COUNTS_FILE'], JSON.stringify(counts));
  }
}
