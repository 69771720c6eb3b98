import { spawnSync } from 'node:child_process';
import { readNumberOption, readOption, ROOT } from './launch.ts';

// npm run prove:network -- [--part 0.1] [--after 0.3] [--only files|state|networks|storage]
// The property tests of bad networks and of what a device loses, with as many cases as the promise names:
// - 100 random sequences of online, lossy, offline and portal steps and reloads, against the server, without a browser
// - 200 random subsets of lost or poisoned files, by the rules alone
// - 100 random sequences of ten journeys in a browser, on networks that answer in eight ways in the place of the server,
//   halve, refuse, are silent, lose or have a certificate that is not the site's; “Help me now” within a second, every page within one and a half, by the page's own
//   timing. Two devices walk beside one another; a page that is late is opened again twice, because machines are noisy
// - 200 random subsets of lost or poisoned caches and databases in a browser, on four devices; the queue's and the downloads'
//   among them
// The promise speaks of a minute for each conduct: here it lasts for one journey, some two seconds, a thirtieth of that. Each
// sequence and subset is printed as it is done: 100 sequences take some 20 minutes of two processors. `--part 0.1` does a
// tenth of all, `--after 0.3` that which comes after the first three tenths. Journeys need a build (`npm test` makes one).

const part = readNumberOption('part', 1, 0.01);
const after = readNumberOption('after', 0);
const RUNS = {
  files: ['rules', 200, 'LOST_FILES_SUBSETS', 'src/lib/offline/file-cache.test.ts'],
  state: ['journeys', 100, 'KNOWN_STATE_SEQUENCES', 'e2e/known-state.e2e.ts'],
  networks: ['journeys', 100, 'BAD_NETWORK_SEQUENCES', 'e2e/bad-networks.e2e.ts'],
  storage: ['journeys', 200, 'LOST_STORAGE_SUBSETS', 'e2e/lost-storage.e2e.ts'],
} as const;

for (const [name, [project, cases, setting, file]] of Object.entries(RUNS)) {
  if (![name, undefined].includes(readOption('only'))) continue;
  const options = ['--project', project, '--retry', '0', '--testTimeout', '7200000', file];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...options],
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
