/** An entry of Vite's manifest: a script with what it loads. */
export interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Files with fixed names that the app's document needs. */
const FIXED_NAMES = ['offline.html', 'offline-language.js', 'first.js', 'icon.svg'];

/**
 * Files that are useless without a network: the studio, and what shows a draft of it to others, the sandbox's pages of payment, the key of two-step sign-in as a
 * picture, and the bot check with its worker; and what draws into a headset, which few have.
 */
const NEEDS_NETWORK =
  /app\/studio-pages|features\/(?:admin|studio-[a-z]+|bot-check|qr)\/|sharing\/preview-page|billing\/components\/sandbox-|locales\/(?:en|fr)-studio\.ts|assets\/solve-|rehearsal-drawing\/engine\/headset/;

/**
 * What few people open, or only once, to sign in or on the day of a flight, with the list of airports; the rehearsal with its stills (decision 158);
 * the page of a missing page; Firebase's sign-in; and the words of questions, which add to a search.
 */
const RARE =
  /features\/(?:auth|identity\/adapters\/firebase|landing\/landing-page|onboarding|waitlist|flight-companion|rehearsal|cabin-sounds\/components|route-map|turbulence-meter|crew-card|translations|support|contract|app-lock|excerpt|tonight|documents)\/?|sharing\/(?!preview-page)|help\/engine\/attach-sos|flight-fear-curve|missing\/components\/not-found|calendar-button|components\/(?:rehearsal-line|record-dialog)|reminders\/engine|reminders-page|live-cookie-notice|lib\/vault\/(?!vault)|security\/components\/(?:fresh-sign-in|confirm-address|studio-code)|withdraw-consent-dialog|feedback\/(?:contact-page|components\/feedback-dialog)|(?:_|assets\/)(?:active-pass|banner|legal|not-found|seat)-|ui\/tooltips|subscription-success|locales\/(?:en|fr)-(?:public|translations|support|contract|lock|flight|rehearsal|sounds|cookies)\.ts|airports|session-search-words|search-answers/;
const WORDS = /(?:locales\/|offline-sos-)(en|fr)(?:-[a-z]+)?\.(?:ts|html)$/;

/** What the page of the night before a flight runs: the script of the public pages, and what that loads there. */
const TONIGHT_SCRIPTS = [
  'src/public-pages/script.ts',
  'src/features/tonight/engine/attach-tonight.ts',
  'src/features/excerpt/engine/excerpt-player.ts',
];

export interface PrecachedFile {
  name: string;
  /** At the first visit, the words of the other language last; or at a later visit. */
  when: 'first' | 'en' | 'fr' | 'later';
}

/**
 * Lists the built files that a device stores so that pages open without a network, relative to the site's root and
 * sorted by name, each with when it is fetched: scripts, styles and fonts of Vite's manifest, and the offline document.
 * Files of the admin pages are left out.
 */
export function listPrecachedFiles(manifest: Manifest): PrecachedFile[] {
  const needed = collectNeeded(manifest, NEEDS_NETWORK);
  const common = collectNeeded(manifest, new RegExp(`${NEEDS_NETWORK.source}|${RARE.source}`));
  const found = new Map<string, PrecachedFile['when']>();
  for (const name of FIXED_NAMES) found.set(name, 'first');
  for (const [source, { file, css = [], assets = [] }] of Object.entries(manifest)) {
    if (NEEDS_NETWORK.test(source) || (file.endsWith('.js') && !needed.has(source))) continue;
    const language = WORDS.exec(source)?.[1] as 'en' | 'fr' | undefined;
    const isCommon = file.endsWith('.js') ? common.has(source) : !RARE.test(source);
    const when = isCommon ? (language ?? 'first') : 'later';
    for (const name of [file, ...css, ...assets])
      if (!NEEDS_NETWORK.test(name) && found.get(name) !== 'first')
        found.set(name, RARE.test(name) ? 'later' : when);
  }
  return [...found]
    .map(([name, when]) => ({ name, when }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Lists the scripts of the public pages that the page of the night before a flight needs, relative to the site's root:
 * kept on the device that has opened it, so that its card and its session open without a network.
 */
export const listTonightScripts = (manifest: Manifest): string[] =>
  listPublicScripts(manifest, TONIGHT_SCRIPTS);

/** Lists the script of “Help me now” outside the app, with what it imports, relative to the site's root; itself first. */
export const listSosScripts = (manifest: Manifest): string[] =>
  listPublicScripts(manifest, ['src/public-pages/sos.ts']);

function listPublicScripts(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (source: string) => {
    const { file, imports = [] } = manifest[source] ?? {};
    if (file === undefined || found.has(file)) return;
    found.add(file);
    for (const next of imports) visit(next);
  };
  for (const source of sources) visit(source);
  return [...found];
}

/** Collects the scripts that the entries lead to, but for those to which only sources that match `without` lead. */
function collectNeeded(manifest: Manifest, without: RegExp): Set<string> {
  const found = new Set<string>();
  const visit = (source: string) => {
    if (found.has(source) || without.test(source)) return;
    found.add(source);
    const { imports = [], dynamicImports = [] } = manifest[source] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  for (const [source, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(source);
  return found;
}
