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
// `--part 0.1` does a tenth of all; `--part 0.1 --after 0.3` that which comes after the first three tenths; `--only` one of
// `files`, `state`, `networks` and `storage`. Journeys need a build (`npm test` makes one).

const ROOT = path.join(import.meta.dirname, '..');
const read = (option: string) =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined;
const part = Number(read('--part') ?? 1);
const after = Number(read('--after') ?? 0);
const only = read('--only');

const RUNS = [
  {
    ...{ name: 'files', project: 'rules', cases: 200, setting: 'LOST_FILES_SUBSETS' },
    file: 'src/lib/offline/file-cache.test.ts',
  },
  {
    ...{ name: 'state', project: 'journeys', cases: 100, setting: 'KNOWN_STATE_SEQUENCES' },
    file: 'e2e/known-state.e2e.ts',
  },
  {
    ...{ name: 'networks', project: 'journeys', cases: 100, setting: 'BAD_NETWORK_SEQUENCES' },
    file: 'e2e/bad-networks.e2e.ts',
  },
  {
    ...{ name: 'storage', project: 'journeys', cases: 200, setting: 'LOST_STORAGE_SUBSETS' },
    file: 'e2e/lost-storage.e2e.ts',
  },
];

for (const { name, project, cases, setting, file } of RUNS) {
  if (only !== undefined && only !== name) continue;
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', project, '--retry', '0', '--testTimeout', '7200000', file],
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        [setting]: String(Math.max(1, Math.round(cases * part))),
        PROVED_BEFORE: String(Math.round(cases * after)),
      },
    },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}
