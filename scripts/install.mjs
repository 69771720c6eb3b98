import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './processes.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const program = process.platform === 'win32' ? 'node.exe' : 'node';
/** The pinned Node that runs everything but this bootstrap: where the package `node` puts it. */
const pinnedNode = join(root, 'node_modules/node/bin', program);
/** The same, as the lockfile holds it by a hash; macOS has none there (docs/decisions/102-pinned-node.md). */
const hashedNode = join(
  root,
  `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin`,
  program,
);

/** Prints one sentence and exits with code 1. */
export function exitWithError(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Runs `npm ci` unless the packages of the lockfile are installed; resolves to the path of the Node to use. Exits with
 * code 1 and a sentence when that fails, or when this Node is older than 20.
 */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    exitWithError(`Envol needs Node 20 or later; this is v${process.versions.node}.`);
  if (!isInstalled()) {
    process.stderr.write('Installing what the lockfile names (npm ci)...\n');
    const [command, first] = getNpmCommand();
    // Building needs the development packages, whatever NODE_ENV says.
    const { status, error } = await runStep(
      command,
      [...first.flat(), 'ci', '--include=dev', '--include=optional', '--loglevel=error'],
      { cwd: root },
    );
    if (status !== 0)
      exitWithError(
        `npm ci did not succeed${error ? `: ${error.message}` : ''}; see its messages above.`,
      );
  }
  putHashedNode();
  return findNode();
}

/**
 * Puts the Node that the lockfile holds by a hash in the place of the one that the package `node` fetched by its install
 * script, which nothing compares with anything: `node_modules/.bin/node`, which npm's scripts run, leads there.
 */
function putHashedNode() {
  if (!existsSync(hashedNode)) return;
  if (existsSync(pinnedNode) && statSync(pinnedNode).ino === statSync(hashedNode).ino) return;
  mkdirSync(dirname(pinnedNode), { recursive: true });
  rmSync(pinnedNode, { force: true });
  linkSync(hashedNode, pinnedNode);
}

/** Returns `[command, first arguments]` to run npm: the npm that started this process, if any. */
export function getNpmCommand() {
  const path = process.env['npm_execpath'];
  return path && basename(path).startsWith('npm') ? [process.execPath, [path]] : ['npm', []];
}

/**
 * Whether the lockfile's packages are installed. Compares it with the one that npm writes to node_modules after a
 * complete installation, so that an interrupted one is repeated.
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
  return exitWithError(
    'Node 24 is not in node_modules: npm was told not to run install scripts (ignore-scripts). ' +
      'Allow them and run `npm ci`, or start with Node 24.',
  );
}

/** Builds the environment of child processes, with the pinned Node and the installed programs first in PATH. */
export function buildEnvironment(node, extra = {}) {
  const folders = [join(node, '..'), join(root, 'node_modules/.bin')];
  return {
    // Kept between starts: the server has over a thousand modules, whose compilation is a quarter of its start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    ...extra,
    PATH: [...folders, process.env['PATH'] ?? ''].join(delimiter),
  };
}
