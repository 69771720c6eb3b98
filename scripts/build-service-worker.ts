import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { type Language, LANGUAGES } from '../shared/rules/languages.ts';
import { buildPageDocument, type RenderedPage } from '../src/public-pages/build/page-document.ts';
import {
  type ManifestChunk,
  listPrecachedFiles,
  listSosScripts,
  listTonightScripts,
} from './precached-files.ts';

// Run after `vite build`, `vite build --mode public-pages` and `vite build --ssr --outDir dist/ssr`: writes `/offline.html`, the app's document without
// a person's data, “Help me now” in each language as a document with a small script of its own, and `/service-worker.js`, which names every file that
// the device keeps.

const ROOT = path.join(import.meta.dirname, '..');
const CLIENT = path.join(ROOT, 'dist/client');

const read = (name: string) => readFile(path.join(CLIENT, name));
const manifest = JSON.parse(String(await read('.vite/manifest.json'))) as Record<
  string,
  ManifestChunk
>;

/** The scripts that a module of the app needs, itself included, in the order in which they are met. */
function listScripts(module: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) listScripts(imported, found);
  return found;
}

const publicManifest = JSON.parse(String(await read('.vite/public-pages.json'))) as Record<
  string,
  ManifestChunk
>;

const html = String(await read('index.html'));
const getFile = (module: string) => `/${manifest[module]?.file}`;
// What this document always needs is loaded side by side with the app's first scripts.
const offlineScript = Object.keys(manifest).find((key) =>
  // By its own name, or as the chunk that it shares with others.
  /^(?:src\/lib\/offline\/offline\.ts|_offline-[\w-]+\.js)$/.test(key),
);
if (offlineScript === undefined) throw new Error('src/lib/offline/offline.ts has no chunk');
const preloads = [...listScripts(offlineScript)]
  .filter((file) => !html.includes(file))
  .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
// Or the words would move once their fonts come.
const fonts = (manifest['index.html']?.assets ?? []).filter((file) => file.endsWith('.woff2'));
const head = [
  '<meta name="robots" content="noindex"><meta name="offline">',
  `<script src="/offline-language.js" data-en="${getFile('src/locales/en.ts')}" data-fr="${getFile('src/locales/fr.ts')}"></script>`,
  ...preloads,
  ...fonts.map(
    (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
  ),
].join('');
const offline = html.replace('</head>', `${head}</head>`);
if (offline === html) throw new Error('index.html has no </head>');
await writeFile(path.join(CLIENT, 'offline.html'), offline);

const hash = (text: string | Buffer) =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

const { renderOfflineSosPage } = (await import(
  pathToFileURL(path.join(ROOT, 'dist/ssr/prerender.js')).href
)) as { renderOfflineSosPage: (language: Language) => RenderedPage };
const styles = manifest['style.css']?.file ?? '';
const sosScripts = listSosScripts(publicManifest);
const script = sosScripts[0];
if (script === undefined) throw new Error('src/public-pages/sos.ts was not built');
const sosDocuments: Partial<Record<Language, string>> = {};
for (const language of LANGUAGES) {
  const document = buildPageDocument(renderOfflineSosPage(language), {
    path: null,
    language,
    assets: { script, styles, fonts },
  });
  const file = `assets/offline-sos-${language}-${hash(document)}.html`;
  await writeFile(path.join(CLIENT, file), document);
  manifest[`offline-sos-${language}.html`] = { file };
  sosDocuments[language] = `/${file}`;
}
// What a first visit costs is weighed by the same list (scripts/check-budgets.ts).
await writeFile(path.join(CLIENT, '.vite/manifest.json'), JSON.stringify(manifest, null, 2));

const files = await Promise.all(
  [
    ...listPrecachedFiles(manifest),
    ...sosScripts.map((name) => ({ name, when: 'first' as const })),
    ...listTonightScripts(publicManifest)
      .filter((name) => !sosScripts.includes(name))
      .map((name) => ({ name, when: 'later' as const })),
  ].map(async ({ name, when }) => {
    const content = await read(name);
    return {
      url: `/${name}`,
      when,
      // Names in assets/ change with their content.
      revision: name.startsWith('assets/') ? null : hash(content),
      // Enough to know a page or half a file that came in its place, and light: two hundred files have one.
      hash: hash(content).slice(0, 8),
    };
  }),
);
await build({
  configFile: false,
  root: ROOT,
  publicDir: false,
  logLevel: 'warn',
  define: {
    PRECACHED_FILES: JSON.stringify(files),
    SOS_DOCUMENTS: JSON.stringify(sosDocuments),
    SOS_SCRIPTS: JSON.stringify(sosScripts.map((name) => `/${name}`)),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    license: { fileName: '.vite/licences-service-worker.json' },
    modulePreload: false,
    rolldownOptions: {
      input: 'src/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});
