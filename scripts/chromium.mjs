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
 * Finds the Chromium for the browser tests: CHROMIUM_PATH, else an installed one, else, as root on Debian, installs it
 * with apt-get. Returns its path, or undefined.
 */
export function ensureChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return canRun(named) ? named : undefined;
  return findInstalled() ?? (canInstall() ? (installChromium(), findInstalled()) : undefined);
}

/**
 * Finds Chromium without a window system, which costs the journeys less than half of the processor time; undefined
 * where it is not installed or CHROMIUM_PATH is set. It has no back/forward cache, so journeys about that use the full
 * browser.
 */
export function findHeadlessShell() {
  if (process.env['CHROMIUM_PATH']) return undefined;
  return findInstalled(['chromium-headless-shell']);
}

function findInstalled(wanted = names) {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => wanted.map((name) => join(folder, name)));
  return [...onPath, ...(wanted === names ? places : [])].find(canRun);
}

/** Returns whether a browser can be started: Ubuntu's package may be a stub that only prints what to install. */
function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Returns whether Debian's packages can be installed: as root on Debian. */
export function canInstall() {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  );
}

/** Installs packages with apt-get, whose lists it brings up to date where they are too old for that. */
export function installWithApt(packages) {
  const options = {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const get = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  if (get().status === 0) return;
  spawnSync('apt-get', ['update'], options);
  get();
}

function installChromium() {
  process.stderr.write(
    'Installing Chromium for the browser journeys (apt-get install chromium chromium-headless-shell)...\n',
  );
  installWithApt(['chromium']);
  // Not every release has it; the journeys run without.
  installWithApt(['chromium-headless-shell']);
}
