import { spawnSync } from 'node:child_process';
import path from 'node:path';

// The property tests of bad networks and of what a device loses, with as many cases as the promise names:
// - 100 random sequences of online, lossy, offline and portal steps and reloads, against the server, without a browser
// - 200 random subsets of lost or poisoned files, by the rules alone
// - 100 random sequences of ten journeys in a browser, on networks that answer in eight ways in the place of the server,
//   halve, refuse, are silent or lose; “Help me now” within a second, every page within one and a half, by the page's own
//   timing. Two devices walk beside one another; a page that is late is opened again twice, because machines are noisy
// - 200 random subsets of lost or poisoned caches and databases in a browser, on four devices
// The promise speaks of a minute for each conduct: here it lasts for one journey, some two seconds, a thirtieth of that. Each
// sequence and subset is printed as it is done: 100 sequences take some 20 minutes of two processors.
// `--part 0.1` does a tenth of all; `--only rules` or `--only journeys` one half. Journeys need a build (`npm test` makes one).

const ROOT = path.join(import.meta.dirname, '..');
const read = (option: string) => process.argv[process.argv.indexOf(option) + 1];
const part = process.argv.includes('--part') ? Number(read('--part')) : 1;
const only = process.argv.includes('--only') ? read('--only') : null;
const count = (cases: number) => String(Math.max(1, Math.round(cases * part)));

const RUNS = [
  { project: 'rules', files: ['src/lib/offline/file-cache.test.ts'] },
  {
    project: 'journeys',
    files: ['e2e/known-state.e2e.ts', 'e2e/bad-networks.e2e.ts', 'e2e/lost-storage.e2e.ts'],
  },
];

for (const { project, files } of RUNS) {
  if (only !== null && only !== project) continue;
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', project, '--retry', '0', '--testTimeout', '7200000'],
      ...files,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        LOST_FILES_SUBSETS: count(200),
        KNOWN_STATE_SEQUENCES: count(100),
        BAD_NETWORK_SEQUENCES: count(100),
        LOST_STORAGE_SUBSETS: count(200),
      },
    },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}
