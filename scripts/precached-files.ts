/** An entry of Vite's manifest: a script with what it loads. */
export interface BuiltChunk {
  file: string;
  css?: string[];
  assets?: string[];
}

/** Files with fixed names that the app's document needs. */
const FIXED_NAMES = ['offline.html', 'offline-language.js', 'theme.js', 'icon.svg'];

/** What is of no use without a network: the studio, the bot check, and the list of airports. */
const NEEDS_NETWORK = /features\/(?:admin|bot-check)\/|airports/;

/**
 * Lists the files that a device keeps to open every page without a network, in both languages, relative to the site's
 * root: scripts, styles and fonts of Vite's manifest.
 */
export function listPrecachedFiles(manifest: Readonly<Record<string, BuiltChunk>>): string[] {
  const built = Object.entries(manifest)
    .filter(([source]) => !NEEDS_NETWORK.test(source))
    .flatMap(([, { file, css = [], assets = [] }]) => [file, ...css, ...assets])
    .filter((file) => !NEEDS_NETWORK.test(file));
  return [...FIXED_NAMES, ...new Set(built)].toSorted();
}
