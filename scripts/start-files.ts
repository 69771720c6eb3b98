import type { PageScripts } from './page-files.ts';

/** Route patterns of the pages on which most visits start. */
export const START_PAGES = ['/', '/content-library/:category?', '/content/:id'] as const;
/** Minimum compressed size of a script that a start page loads, in kB. */
const MIN_SCRIPT_KB = 10;
/** Requests other than scripts: the document, the first script, the style sheet, two fonts and the icon. */
const OTHER_REQUESTS = 6;
const MAX_REQUESTS = 15;
/** What the dashboard needs without a network: runtime, framework, shell, stored replies, sessions and itself. */
const MAX_OFFLINE_SCRIPTS = 6;
/** The bundler's runtime is a small chunk that cannot be merged with another. */
const RUNTIME = /\/rolldown-runtime-/;

/**
 * The hint by which browsers compile all functions of a script beside the main thread while it loads, and not each when it
 * is first called.
 */
export const V8_COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/**
 * Checks the size and number of the scripts that the first pages load; returns one sentence per fault. `weigh` returns
 * a file's compressed size in kB.
 */
export function findStartScriptFaults(
  { pages }: PageScripts,
  weigh: (file: string) => number,
): string[] {
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

/** What is for the day of a flight alone: its five features and their words. */
const SEAT_MODULE =
  /\/src\/(?:features\/(?:flight-companion|cabin-sounds|crew-card|route-map|turbulence-meter)\/|locales\/[a-z]+\/(?:flight|sounds)\.json)/;

/**
 * Checks that neither the shell nor a first page loads what is for the seat alone; returns one sentence per module that they do.
 * `listModules` returns the modules of a script.
 */
export function findSeatModuleFaults(
  { shell, pages }: PageScripts,
  listModules: (file: string) => readonly string[],
): string[] {
  const starts = START_PAGES.flatMap((path) => Object.values(pages[path] ?? {}).flat());
  return [...new Set([...shell, ...starts])].flatMap((file) =>
    listModules(file)
      .filter((id) => SEAT_MODULE.test(id))
      .map((id) => `${file}, for which a start waits, holds ${id}, which is for the seat alone`),
  );
}

/**
 * Checks the scripts that the document for starts without a network names, each of which such a start reads before it
 * shows anything: their number, and that they begin with the compile hint. Returns one sentence per fault; `read`
 * returns the content of a file of the site.
 */
export function findOfflineStartScriptFaults(
  html: string,
  read: (file: string) => string,
): string[] {
  const scripts = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  const many =
    scripts.length > MAX_OFFLINE_SCRIPTS
      ? [
          `offline.html begins with ${scripts.length} scripts, more than ${MAX_OFFLINE_SCRIPTS}: join them (vite.config.ts)`,
        ]
      : [];
  const slow = scripts
    .filter((file) => !RUNTIME.test(file) && !read(file).startsWith(`${V8_COMPILE_HINT}\n`))
    .map((file) => `${file} does not begin with the compile hint (START_CHUNKS in vite.config.ts)`);
  return [...many, ...slow];
}
