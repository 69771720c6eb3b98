import type { PageFiles } from './page-files.ts';

/** Route patterns of the pages on which most visits start. */
export const START_PAGES = ['/', '/content-library/:category?', '/content/:id'] as const;
/** Minimum compressed size of a script that a start page loads, in kB. */
const MIN_SCRIPT_KB = 10;
/** Requests other than scripts: the document, the theme's script, the style sheet, two fonts and the icon. */
const OTHER_REQUESTS = 6;
const MAX_REQUESTS = 15;
/** What the dashboard needs without a network: runtime, framework, shell, stored replies, sessions and itself. */
const MAX_OFFLINE_SCRIPTS = 6;
/** The bundler's runtime is a small chunk that cannot be merged with another. */
const RUNTIME = /\/rolldown-runtime-/;

/**
 * Checks the size and number of the scripts that the first pages load; returns one sentence per fault. `weigh` returns
 * a file's compressed size in kB.
 */
export function findStartFaults({ pages }: PageFiles, weigh: (file: string) => number): string[] {
  const starts = START_PAGES.flatMap((path) =>
    Object.entries(pages[path] ?? {}).map(([language, files]) => ({ path, language, files })),
  );
  const small = [...new Set(starts.flatMap(({ files }) => files))]
    .filter((file) => !RUNTIME.test(file) && weigh(file) < MIN_SCRIPT_KB)
    .map(
      (file) =>
        `${file} has ${weigh(file).toFixed(1)} kB, and a start waits for it: join it with another (vite.config.ts)`,
    );
  const many = starts
    .filter(({ files }) => files.length + OTHER_REQUESTS > MAX_REQUESTS)
    .map(
      ({ path, language, files }) =>
        `${path} in ${language} begins with ${files.length + OTHER_REQUESTS} requests, more than ${MAX_REQUESTS}`,
    );
  const missing = START_PAGES.filter((path) => !pages[path]).map(
    (path) => `${path} names no scripts`,
  );
  return [...small, ...many, ...missing];
}

/**
 * Checks the number of scripts that the document for starts without a network names, each of which such a start reads
 * before it shows anything; returns one sentence per fault.
 */
export function findOfflineStartFaults(html: string): string[] {
  const count = [...html.matchAll(/ (?:src|href)="\/assets\/[^"]+\.js"/g)].length;
  return count > MAX_OFFLINE_SCRIPTS
    ? [
        `offline.html begins with ${count} scripts, more than ${MAX_OFFLINE_SCRIPTS}: join them (vite.config.ts)`,
      ]
    : [];
}
