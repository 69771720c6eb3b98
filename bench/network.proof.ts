import { spawnSync } from 'node:child_process';
import path from 'node:path';

// The property tests of bad networks and of what a device loses, with as many cases as the promise names: 100 random
// sequences of online, lossy, offline and portal steps and reloads, and 200 random subsets of lost or poisoned files.

const ROOT = path.join(import.meta.dirname, '..');
const TESTS = ['src/app/known-state.test.ts', 'src/lib/offline/file-cache.test.ts'];

const { status } = spawnSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'rules', '--testTimeout', '600000'],
    ...TESTS,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, KNOWN_STATE_SEQUENCES: '100', LOST_FILES_SUBSETS: '200' },
  },
);
process.exitCode = status ?? 1;
