import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

// The weight of the built scripts as they are sent, in brotli, against the budgets of docs/decisions/006-bundle-budgets.md.
// Prints a line a part and exits 1 when one is over. Without a build there is nothing to weigh.

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
}
type Manifest = Record<string, Chunk>;

const BUDGETS_KB = { landing: 40, shell: 130, route: 40 };
const CLIENT = path.join(import.meta.dirname, '../dist/client');
const MANIFEST = path.join(CLIENT, '.vite/manifest.json');

/** The keys of an entry and of everything it loads at once. */
function loadedWith(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key]?.imports ?? []) loadedWith(manifest, next, found);
  return found;
}

function kilobytes(manifest: Manifest, keys: Iterable<string>): number {
  let bytes = 0;
  for (const key of keys) {
    const file = manifest[key]?.file;
    if (!file?.endsWith('.js')) continue;
    const at = path.join(CLIENT, file);
    bytes += statSync(existsSync(`${at}.br`) ? `${at}.br` : at).size;
  }
  return bytes / 1000;
}

/** Weight of every part: the public pages, the shell with one language, and each further route. */
function weigh(manifest: Manifest) {
  const shell = loadedWith(manifest, 'index.html');
  const languages = ['src/locales/en.ts', 'src/locales/fr.ts'];
  const heaviest = Math.max(...languages.map((key) => kilobytes(manifest, [key])));
  const routes = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && !languages.includes(key),
  );
  return [
    {
      part: 'public pages',
      kb: kilobytes(manifest, loadedWith(manifest, 'src/public-page.ts')),
      budget: BUDGETS_KB.landing,
    },
    {
      part: 'signed-in shell, one language',
      kb: kilobytes(manifest, shell) + heaviest,
      budget: BUDGETS_KB.shell,
    },
    ...routes.map((key) => ({
      part: key,
      kb: kilobytes(
        manifest,
        [...loadedWith(manifest, key)].filter((k) => !shell.has(k)),
      ),
      budget: BUDGETS_KB.route,
    })),
  ];
}

if (existsSync(MANIFEST)) {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;
  for (const { part, kb, budget } of weigh(manifest)) {
    const over = kb > budget;
    process.stdout.write(
      `${over ? 'OVER' : 'ok  '} ${kb.toFixed(1).padStart(6)} of ${budget} kB  ${part}\n`,
    );
    if (over) process.exitCode = 1;
  }
} else {
  process.stdout.write('No build in dist/client: nothing to weigh.\n');
}
