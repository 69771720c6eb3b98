import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { LANGUAGES } from '../shared/rules/languages.ts';
import type { PageScripts } from './page-files.ts';
import { listPrecachedFiles, listSosScripts } from './precached-files.ts';
import { START_PAGES, findOfflineStartScriptFaults, findStartScriptFaults } from './start-files.ts';

// The weight of the built scripts and of the landing page as they are sent, in brotli, against the budgets of docs/decisions/006-bundle-budgets.md.
// Prints a line a part and exits 1 when one is over, or when a start is cut into small scripts or many. Without a build there is nothing to weigh.

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
}
type Manifest = Record<string, Chunk>;

// Of the 400 kB that a first visit may fetch beyond its page, 140 (in French 152) are replies of the API, all sessions' texts among them.
const BUDGETS_KB = {
  document: 16,
  landing: 15,
  shell: 119,
  route: 44,
  flight: 90,
  rehearsal: 160,
  studio: 120,
  offline: 252,
};
/** What only admins load, such as a code editor. */
const STUDIO = /^\/admin|features\/(?:admin|studio-[a-z]+)\//;
function getRouteBudget(part: string): number {
  if (part === '/flight') return BUDGETS_KB.flight;
  if (part === '/rehearsal') return BUDGETS_KB.rehearsal;
  return STUDIO.test(part) ? BUDGETS_KB.studio : BUDGETS_KB.route;
}
const DIST = path.join(import.meta.dirname, '../dist');
const CLIENT = path.join(DIST, 'client');
const MANIFEST = path.join(CLIENT, '.vite/manifest.json');

/** Collects the scripts of an entry and of its static imports. */
function collectImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const file = manifest[key]?.file;
  if (!file || found.has(file)) return found;
  found.add(file);
  for (const next of manifest[key]?.imports ?? []) collectImports(manifest, next, found);
  return found;
}

/** Returns the compressed size of a built file in kB. */
function measureKilobytes(file: string): number {
  const at = path.join(CLIENT, file);
  return statSync(existsSync(`${at}.br`) ? `${at}.br` : at).size / 1000;
}

function sumKilobytes(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) if (file.endsWith('.js')) sum += measureKilobytes(file);
  return sum;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(CLIENT, `.vite/${name}.json`), 'utf8'));

const listDynamicEntries = (manifest: Manifest) =>
  Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);

/** Measures the script of the public pages in kB, and what it loads when it is asked for. */
function measurePublicPages(manifest: Manifest) {
  const entry = collectImports(manifest, 'src/public-pages/script.ts');
  return [
    { part: 'public pages', kb: sumKilobytes(entry), budget: BUDGETS_KB.landing },
    ...listDynamicEntries(manifest).map((key) => ({
      part: `public pages, ${key}`,
      kb: sumKilobytes([...collectImports(manifest, key)].filter((file) => !entry.has(file))),
      budget: BUDGETS_KB.route,
    })),
  ];
}

/** Measures the documents of the landing page in kB, each in the heaviest of its forms. */
function measureLandingPages() {
  // As the server compresses pages (server/pages/documents.ts).
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return LANGUAGES.map((language) => {
    const folder = path.join(DIST, 'pages', language);
    const forms = readdirSync(folder).filter((name) => /^home\b.*\.html$/.test(name));
    const weigh = (name: string) =>
      brotliCompressSync(readFileSync(path.join(folder, name)), { params }).length / 1000;
    return {
      part: `landing page, ${language}`,
      kb: Math.max(...forms.map(weigh)),
      budget: BUDGETS_KB.document,
    };
  });
}

/** Measures every part of the app in kB: the shell with one language, and each further route. */
function measureParts(manifest: Manifest, { shell, pages }: PageScripts) {
  const words = LANGUAGES.map((language) => `src/locales/${language}.ts`);
  // Words are weighed by themselves.
  const texts = Object.keys(manifest).filter((key) => key.startsWith('src/locales/'));
  const always = new Set([...shell, ...texts.flatMap((key) => manifest[key]?.file ?? [])]);
  const beside = (files: Iterable<string>) => [...files].filter((file) => !always.has(file));
  // A part is shown on a page, most likely one that has these already.
  const started = new Set(START_PAGES.flatMap((path) => Object.values(pages[path] ?? {}).flat()));
  const parts = listDynamicEntries(manifest).filter(
    (key) => !words.includes(key) && !key.startsWith('_'),
  );
  return [
    {
      part: 'signed-in shell, one language',
      kb:
        sumKilobytes(shell) +
        Math.max(...words.map((key) => sumKilobytes(collectImports(manifest, key)))),
      budget: BUDGETS_KB.shell,
    },
    ...Object.entries(pages).map(([part, files]) => ({
      part,
      kb: Math.max(...Object.values(files).map((each) => sumKilobytes(beside(each)))),
      budget: getRouteBudget(part),
    })),
    ...parts.map((part) => ({
      part,
      kb: texts.includes(part)
        ? sumKilobytes(collectImports(manifest, part))
        : sumKilobytes(beside(collectImports(manifest, part)).filter((file) => !started.has(file))),
      budget: getRouteBudget(part),
    })),
  ];
}

/** What the flight page fetches for the seat and for the end of a flight, beside its own script and the words. */
const FLIGHT_LATE = [
  /^_seat-/,
  /ledger\/components\/(?:flight-fear-curve|record-dialog)\.tsx$/,
  /turbulence-meter\/components\/recorded-roughness\.tsx$/,
];

/**
 * Measures in kB all that a flight loads from its start to its debrief, in the language in which it is most. The form of another
 * flight is the dashboard's, and a piece that plays has brought its player.
 */
function measureWholeFlight(manifest: Manifest, { shell, pages }: PageScripts) {
  const late = FLIGHT_LATE.map((wanted) => Object.keys(manifest).filter((key) => wanted.test(key)));
  if (late.some((keys) => keys.length === 0))
    throw new Error('a part of the flight is in no chunk');
  const weights = LANGUAGES.map((language) => {
    const always = new Set([...shell, ...collectImports(manifest, `src/locales/${language}.ts`)]);
    const words = ['sounds', 'practice'].map((group) => `src/locales/${language}-${group}.ts`);
    const files = new Set(pages['/flight']?.[language]);
    for (const key of [...late.flat(), ...words]) collectImports(manifest, key, files);
    return sumKilobytes([...files].filter((file) => !always.has(file)));
  });
  return { part: '/flight, to its end', kb: Math.max(...weights), budget: BUDGETS_KB.flight };
}

/** Measures in kB what a device fetches at the first visit to open the app without a network, beyond the dashboard itself. */
function measureOfflineFiles(manifest: Manifest, { shell, pages }: PageScripts) {
  const kept = listPrecachedFiles(manifest);
  const sosScripts = listSosScripts(read('public-pages') as Manifest);
  return LANGUAGES.map((language) => {
    const started = new Set([...shell, ...(pages['/']?.[language] ?? [])]);
    const fetched = kept
      .filter(({ when }) => when !== 'later')
      .map(({ name }) => name)
      .filter((name) => !started.has(name) && !/\.(?:css|woff2)$/.test(name));
    const files = [...fetched, ...sosScripts, 'service-worker.js'];
    return {
      part: `kept for offline use at the first visit, ${language}`,
      kb: files.reduce((sum, name) => sum + measureKilobytes(name), 0),
      budget: BUDGETS_KB.offline,
    };
  });
}

if (existsSync(MANIFEST)) {
  const files = read('pages') as PageScripts;
  const measured = [
    ...measureLandingPages(),
    ...measurePublicPages(read('public-pages') as Manifest),
    ...measureParts(read('manifest') as Manifest, files),
    measureWholeFlight(read('manifest') as Manifest, files),
    ...measureOfflineFiles(read('manifest') as Manifest, files),
  ];
  for (const { part, kb, budget } of measured) {
    const over = kb > budget;
    process.stdout.write(
      `${over ? 'OVER' : 'ok  '} ${kb.toFixed(1).padStart(6)} of ${budget} kB  ${part}\n`,
    );
    if (over) process.exitCode = 1;
  }
  const readText = (file: string) => readFileSync(path.join(CLIENT, file), 'utf8');
  for (const fault of [
    ...findStartScriptFaults(files, measureKilobytes),
    ...findOfflineStartScriptFaults(readText('offline.html'), readText),
  ]) {
    process.stdout.write(`${fault}\n`);
    process.exitCode = 1;
  }
} else {
  process.stdout.write('No build in dist/client: nothing to weigh.\n');
}
