/** An entry of Vite's manifest: a script with what it loads. */
export interface BuiltChunk {
  file: string;
  css?: string[];
  assets?: string[];
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Readonly<Record<string, BuiltChunk>>;

/** Files with fixed names that the app's document needs. */
const FIXED_NAMES = ['offline.html', 'offline-language.js', 'theme.js', 'icon.svg'];

/** What is of no use without a network: the studio, the bot check, and the list of airports. */
const NEEDS_NETWORK =
  /features\/(?:admin|studio-[a-z]+|bot-check)\/|locales\/(?:en|fr)-studio\.ts|airports/;

/**
 * Lists the files that a device keeps to open every page without a network, in both languages, relative to the site's
 * root: scripts, styles and fonts of Vite's manifest.
 */
export function listPrecachedFiles(manifest: Manifest): string[] {
  const needed = collectNeeded(manifest);
  const built = Object.entries(manifest)
    .filter(([source, { file }]) => !file.endsWith('.js') || needed.has(source))
    .filter(([source]) => !NEEDS_NETWORK.test(source))
    .flatMap(([, { file, css = [], assets = [] }]) => [file, ...css, ...assets])
    .filter((file) => !NEEDS_NETWORK.test(file));
  return [...FIXED_NAMES, ...new Set(built)].toSorted();
}

/** Collects the scripts that the entries lead to, but for those to which only the studio and its like lead. */
function collectNeeded(manifest: Manifest): Set<string> {
  const found = new Set<string>();
  const visit = (source: string) => {
    if (found.has(source) || NEEDS_NETWORK.test(source)) return;
    found.add(source);
    const { imports = [], dynamicImports = [] } = manifest[source] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  for (const [source, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(source);
  return found;
}
