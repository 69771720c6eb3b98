import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEnvironment, root } from './install.mjs';
import { runStep } from './processes.mjs';

const APP_INPUTS = [
  ...['src', 'shared', 'public', 'index.html', 'vite.config.ts'],
  ...['scripts/library', 'scripts/compress.ts', 'scripts/page-files.ts'],
  ...['scripts/build-service-worker.ts', 'scripts/precached-files.ts'],
  ...['scripts/web-manifest.ts', 'scripts/licences.ts', 'scripts/licences'],
  ...[
    'tsconfig.base.json',
    'tsconfig.web.json',
    'tsconfig.worker.json',
    'package-lock.json',
    'content/airports',
    'content/articles',
    'content/sessions',
  ],
];
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** What is built, each with what follows from its inputs alone. */
const BUILDS = [
  {
    name: 'browser app',
    stamp: join(root, 'dist/.stamp'),
    inputs: APP_INPUTS,
    steps: [
      [vite, 'build', '--logLevel', 'warn'],
      [vite, 'build', '--mode', 'public-pages', '--logLevel', 'warn'],
      // What the public pages and the start pages are rendered with.
      [vite, 'build', '--ssr', '--outDir', 'dist/ssr', '--logLevel', 'warn'],
      ['scripts/build-service-worker.ts'],
      ['src/public-pages/build/write-pages.ts'],
      ['scripts/compress.ts'],
    ],
  },
  {
    name: 'server',
    stamp: join(root, 'dist/.server-stamp'),
    inputs: [
      'server',
      'shared',
      'vite.server.config.ts',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    steps: [[vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']],
  },
];

/**
 * Builds the browser app with its prerendered pages, and the server, unless the last build of each has the same inputs.
 * Resolves to whether it succeeded. Output goes to `write`, or to standard error.
 */
export async function build(node, write) {
  for (const one of BUILDS) if (!(await buildUnlessFresh(one, node, write))) return false;
  return true;
}

async function buildUnlessFresh({ name, stamp, inputs, steps }, node, write) {
  const hash = hashInputs(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  (write ?? ((text) => process.stderr.write(text)))(`Building the ${name}...\n`);
  rmSync(stamp, { force: true });
  for (const step of steps) {
    const { status } = await runStep(node, step, {
      cwd: root,
      env: buildEnvironment(node, { NODE_ENV: 'production' }),
      write,
    });
    if (status !== 0) return false;
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function hashInputs(inputs) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    hash.update(`\0${path}\0`).update(readFileSync(full));
  };
  for (const input of inputs) for (const path of listFiles(input)) add(path);
  return hash.digest('hex');
}

function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => listFiles(`${path}/${entry.name}`));
}
