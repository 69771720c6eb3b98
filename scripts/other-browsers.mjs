import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { canInstall, installWithApt } from './chromium.mjs';

/**
 * The browsers beside Chromium that journeys run in: what Debian calls their packages, which programs they need, what
 * else has to succeed, and the setting by which the journeys hear of the first program.
 */
const BROWSERS = [
  {
    name: 'Firefox',
    setting: 'FIREFOX_PATH',
    programs: ['/usr/bin/firefox-esr'],
    packages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    setting: 'WEBKIT_DRIVER_PATH',
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/gjs', '/usr/bin/Xvfb'],
    // Of its own package, and found in a folder that has the processor's name.
    probe: ['/usr/bin/gjs', '-c', 'imports.gi.versions.WebKit2 = "4.1"; imports.gi.WebKit2;'],
    packages: ['webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb'],
  },
];

/**
 * Finds the browsers beside Chromium for the journeys, and as root on Debian installs those that are missing. Returns
 * the settings by which the journeys hear of them; one that cannot be had is named by `write`, and its journeys are
 * skipped.
 */
export function findOtherBrowsers(write) {
  const settings = {};
  for (const { name, setting, programs, probe, packages } of BROWSERS) {
    const isThere = () => programs.every(isExecutable) && (!probe || succeeds(probe));
    const given = process.env[setting];
    if (given === undefined && !isThere() && canInstall()) {
      write(
        `Installing ${name} for the browser journeys (apt-get install ${packages.join(' ')})...\n`,
      );
      installWithApt(packages);
    }
    if (given || isThere()) settings[setting] = given || programs[0];
    else write(`${name} is not installed (${packages.join(', ')}): its journeys are skipped.\n`);
  }
  return settings;
}

function succeeds([program, ...options]) {
  return spawnSync(program, options, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
