import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { printReport } from './ci.mjs';
import { exitWithError, ensureInstalled, getNpmCommand, root } from './install.mjs';
import { runTests } from './test-runs.mjs';

// Sign-in with Firebase, against the real Auth emulator. Its program (some 300 MB) is no dependency of the
// project: this command alone fetches it, once, into a folder of its own.

const VERSION = '15.34.2';
const PROJECT = 'demo-envol';
const home = join(root, '.cache/firebase-tools');
const program = join(home, 'node_modules/firebase-tools/lib/bin/firebase.js');

function readInstalledVersion() {
  try {
    const about = join(home, 'node_modules/firebase-tools/package.json');
    return JSON.parse(readFileSync(about, 'utf8')).version;
  } catch {
    return undefined;
  }
}

function installEmulator() {
  if (readInstalledVersion() === VERSION && existsSync(program)) return;
  process.stderr.write(`Fetching firebase-tools ${VERSION} into .cache (some 300 MB, once)...\n`);
  mkdirSync(home, { recursive: true });
  const own = { private: true, dependencies: { 'firebase-tools': VERSION } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(own));
  const [command, first] = getNpmCommand();
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(command, [...first.flat(), ...options], {
    cwd: home,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0)
    exitWithError('firebase-tools could not be fetched; see the messages of npm above.');
}

async function findFreePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Starts the local Auth emulator with a demo project; nothing reaches Google. Resolves to its host and a `stop`
 * function.
 */
async function startEmulator(node) {
  const folder = mkdtempSync(join(tmpdir(), 'envol-emulator-'));
  const [auth, hub, logging] = await findFreePorts(3);
  const at = (port) => ({ host: '127.0.0.1', port });
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const child = spawn(node, [program, 'emulators:start', '--only', 'auth', '--project', PROJECT], {
    cwd: folder,
    env: { ...process.env, CI: '1', XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGINT');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(killTimer);
    rmSync(folder, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${auth}`;
  const deadline = Date.now() + 90_000;
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`http://${host}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { host, stop };
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))]);
  }
  await stop();
  return exitWithError(`The Auth emulator did not start:\n${said}`);
}

const node = await ensureInstalled();
installEmulator();
if (!(await build(node))) exitWithError('The app could not be built; see the messages above.');
const emulator = await startEmulator(node);
const began = Date.now();
process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
let result;
try {
  result = await runTests({ vitest: ['--project', 'firebase'], browser: true }, node);
} finally {
  await emulator.stop();
}
process.exitCode = printReport([
  { name: 'firebase', seconds: (Date.now() - began) / 1000, ...result },
]);
