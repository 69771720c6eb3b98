import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEnvironment, root } from './install.mjs';
import { runStep } from './processes.mjs';

/** Inputs of the build. */
const inputs = [
  ...['src', 'shared', 'public', 'index.html', 'vite.config.ts'],
  ...['scripts/prerender.ts', 'scripts/page-document.ts', 'scripts/sitemap.ts', 'scripts/library'],
  ...['scripts/compress.ts', 'scripts/page-files.ts'],
  ...['scripts/build-service-worker.ts', 'scripts/precached-files.ts'],
  ...[
    'scripts/web-manifest.ts',
    'scripts/social-pictures.ts',
    'scripts/licences.ts',
    'scripts/licences',
  ],
  ...[
    'tsconfig.base.json',
    'tsconfig.web.json',
    'package-lock.json',
    'content/airports',
    'content/articles',
    'content/sessions',
  ],
];
const stamp = join(root, 'dist/.stamp');

/**
 * Builds the browser app and its prerendered pages unless the last build has the same inputs. Resolves to whether it
 * succeeded. Output goes to `write`, or to standard error.
 */
export async function build(node, write) {
  const hash = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  (write ?? ((text) => process.stderr.write(text)))('Building the browser app...\n');
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const steps = [
    [vite, 'build', '--logLevel', 'warn'],
    [vite, 'build', '--mode', 'public-pages', '--logLevel', 'warn'],
    // What the public pages and the start pages are rendered with.
    [vite, 'build', '--ssr', '--outDir', 'dist/ssr', '--logLevel', 'warn'],
    ['scripts/build-service-worker.ts'],
    ['scripts/prerender.ts'],
    ['scripts/compress.ts'],
  ];
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

function hashInputs() {
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
