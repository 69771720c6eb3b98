import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './processes.mjs';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The pinned Node that runs everything but this bootstrap. */
const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Stops with one sentence. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Runs `npm ci` unless what the lockfile names is installed, and resolves to the Node to go on with. */
export async function install() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    giveUp(`Envol needs Node 20 or later; this is v${process.versions.node}.`);
  if (!isInstalled()) {
    process.stderr.write('Installing what the lockfile names (npm ci)...\n');
    const [command, first] = npm();
    // Building needs the development packages, whatever NODE_ENV says.
    const { status, error } = await runStep(
      command,
      [...first.flat(), 'ci', '--include=dev', '--include=optional', '--loglevel=error'],
      { cwd: root },
    );
    if (status !== 0)
      giveUp(`npm ci did not succeed${error ? `: ${error.message}` : ''}; see its messages above.`);
  }
  return findNode();
}

/** npm itself, by the Node we run on where npm told us how it was started. */
export function npm() {
  const path = process.env['npm_execpath'];
  return path && basename(path).startsWith('npm') ? [process.execPath, [path]] : ['npm', []];
}

/**
 * Compares the lockfile with the one npm leaves in node_modules after a complete installation, so that an interrupted one
 * is repeated and an `npm install` of one's own is believed.
 */
function isInstalled() {
  let wanted;
  let there;
  try {
    wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    there = JSON.parse(
      readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
    ).packages;
  } catch {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, optional, integrity }]) => {
    if (path === '') return true;
    const found = there[path];
    // The engines of other platforms are optional and absent.
    return found ? found.version === version && found.integrity === integrity : optional === true;
  });
}

function findNode() {
  if (existsSync(pinnedNode)) return pinnedNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return giveUp(
    'Node 24 is not in node_modules: npm was told not to run install scripts (ignore-scripts). ' +
      'Allow them and run `npm ci`, or start with Node 24.',
  );
}

/** The environment in which every tool finds the pinned Node and the installed programs first. */
export function environment(node, extra = {}) {
  const folders = [join(node, '..'), join(root, 'node_modules/.bin')];
  return {
    // Kept between starts: the server is a thousand modules and more, and compiling them is a quarter of its start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    ...extra,
    PATH: [...folders, process.env['PATH'] ?? ''].join(delimiter),
  };
}
