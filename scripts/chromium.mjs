import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
];

/**
 * The browser of the journeys: CHROMIUM_PATH, else one that is installed, else (on Debian as root) the distribution's.
 * Returns its path, or undefined when none can be had.
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return works(named) ? named : undefined;
  return installed() ?? (mayInstall() ? (aptInstall(), installed()) : undefined);
}

function installed() {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(works);
}

/** Runs it: Ubuntu's package of that name may be a stub that only says what to install. */
function works(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function mayInstall() {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  );
}

function aptInstall() {
  process.stderr.write(
    'Installing Chromium for the browser journeys (apt-get install chromium)...\n',
  );
  const options = {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const get = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  if (get().status === 0) return;
  spawnSync('apt-get', ['update'], options);
  get();
}
