import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { findOtherBrowsers } from './other-browsers.mjs';
import { buildEnvironment, root } from './install.mjs';
import { runStep } from './processes.mjs';

const VITEST = join(root, 'node_modules/vitest/vitest.mjs');
const REPORTER = join(root, 'scripts/count-reporter.mjs');

/** Returns the result of a check that has no tests of its own as counts: one test, passed or failed. */
export const countStep = (succeeded) =>
  succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/**
 * Runs Vitest with these options and resolves to how many tests passed, failed and were skipped, and the names of those
 * that passed at a second try. Each failure counts once; the run itself only when it failed and no test did.
 */
export async function runTests({ vitest, browser, cwd = root }, node, write = printDirectly) {
  const chromium = browser ? ensureChromium() : undefined;
  if (browser && !chromium) {
    write(
      'The browser journeys need Chromium or Chrome and none was found: install one, or set CHROMIUM_PATH to it.\n',
    );
    return countStep(false);
  }
  const shell = browser ? findHeadlessShell() : undefined;
  const others = browser ? findOtherBrowsers(write) : {};
  const folder = mkdtempSync(join(tmpdir(), 'envol-results-'));
  const file = join(folder, 'counts.json');
  const options = ['run', ...vitest, '--reporter=default', `--reporter=${REPORTER}`];
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

const printDirectly = (text) => process.stdout.write(text);
