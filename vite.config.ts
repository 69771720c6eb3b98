import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, minify, type Plugin, type Rolldown } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { type ChunkPart, isInChunkPart, MERGED_CHUNK_PARTS } from './scripts/chunk-parts.ts';
import { createEmailsPlugin } from './scripts/dev-emails.ts';
import { createPageScriptsPlugin } from './scripts/page-files.ts';
import { V8_COMPILE_HINT } from './scripts/start-files.ts';

// Few chunks, and none of them small where people wait for them (docs/decisions/036-start.md).

/** The framework has a chunk of its own, which stays cached across releases because it changes only with the lockfile. */
const FRAMEWORK =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|@tanstack|i18next|react-i18next)\//;

const isLate = (page: string) => isInChunkPart(page, 'late') || isInChunkPart(page, 'listening');

/** Finds the dynamically imported modules, such as pages, that depend on a module. */
function findLazyPages(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): Set<string> {
  const found = new Set<string>();
  seen.add(id);
  const { dynamicImporters = [], importers = [] } = context.getModuleInfo(id) ?? {};
  if (dynamicImporters.length > 0) found.add(id);
  for (const importer of importers)
    if (!seen.has(importer))
      for (const page of findLazyPages(importer, context, seen)) found.add(page);
  return found;
}

/**
 * Chooses the chunk of a module on which a start page depends, or null: `player` for the player alone, `sessions` for
 * what it shares with other pages, `home` for the dashboard and the library.
 */
function findStartChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  if (id.includes('/node_modules/')) return null;
  const pages = [...findLazyPages(id, context)].filter((page) => !isLate(page));
  if (pages.some((page) => isInChunkPart(page, 'player')))
    return pages.every((page) => isInChunkPart(page, 'player')) ? 'player' : 'sessions';
  if (!pages.some((page) => isInChunkPart(page, 'home'))) return null;
  // Another page that shows a part of the kit does not download the dashboard for it.
  return id.includes('/src/ui/') && !pages.every((page) => isInChunkPart(page, 'home'))
    ? 'sessions'
    : 'home';
}

/** Returns the group of joined parts that a module belongs to, or that alone depend on it, or null. */
function findJoinedChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const pages = [...findLazyPages(id, context)];
  if (pages.length === 0 || id.includes('/node_modules/')) return null;
  const isJoined = (part: ChunkPart) =>
    isInChunkPart(id, part) || pages.every((page) => isInChunkPart(page, part));
  return MERGED_CHUNK_PARTS.find(isJoined) ?? null;
}

/** Defines the group of one of those chunks. Shared ones need a higher priority, because a group takes its imports along. */
const defineStartChunk = (name: string, priority: number): Rolldown.CodeSplittingGroup => ({
  name: (id, context) => (findStartChunk(id, context) === name ? name : null),
  debugName: name,
  priority,
});

const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: FRAMEWORK, tags: ['$initial'], priority: 6 },
  { name: 'shell', tags: ['$initial'], priority: 5 },
  defineStartChunk('sessions', 4),
  defineStartChunk('home', 3),
  defineStartChunk('player', 2),
  // One script, without the parts shown later: a start without a network waits for it.
  { name: 'offline', test: /\/src\/lib\/offline\//, priority: 1 },
  // Small, and needed together by most pages on which something is written.
  {
    name: 'forms',
    test: /\/src\/lib\/(?:use-form|text-fault)\.ts|\/use-persisted-form\.ts|\/rules\/typed-text\.ts/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Small, and needed together: by what names the operator, and by the page of passes.
  {
    name: 'operator',
    test: /\/features\/legal\/queries\.ts|\/rules\/operator\.ts/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'prices',
    test: /\/rules\/(?:currencies|offers)\.ts/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // One player and what it plays, with a note of theirs that other pages ring as well.
  {
    name: 'flight-sounds',
    test: /\/soundscape\/engine\/(?:flight-sound|cabin-(?:bed|chime))/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: findJoinedChunk,
    debugName: 'joined',
    priority: 0,
    includeDependenciesRecursively: false,
  },
];

/** The chunks that every start needs: all of their functions are compiled while they load. */
const START_CHUNKS = new Set(['app', 'vendor', 'sessions', 'home', 'offline']);

function buildRolldownOptions(isSsrBuild: boolean, mode: string): Rolldown.RolldownOptions {
  if (isSsrBuild)
    return {
      input: { prerender: 'src/public-pages/prerender.tsx', 'render-page': 'src/render-page.tsx' },
      // They load at once the words that a browser loads late.
      checks: { ineffectiveDynamicImport: false },
    };
  return mode === 'public-pages'
    ? { input: { public: 'src/public-pages/script.ts', sos: 'src/public-pages/sos.ts' } }
    : {
        input: { app: 'index.html' },
        output: {
          codeSplitting: { groups },
          // One character less than usual: the shell names all parts, and hashes don't compress.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          postBanner: ({ name }) => (START_CHUNKS.has(name) ? V8_COMPILE_HINT : ''),
        },
      };
}

/**
 * Leaves out of the shell what Vite would preload the imports of later parts with, 2 kB with their names: the server names
 * the scripts of the page that is opened first, and the service worker has the others soon after. That a part did not come is
 * told by the event of Vite's own helper (`reopenPageOnMissingCode`).
 */
const leaveOutPreloading = (): Plugin => ({
  name: 'leave-out-preloading',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js')
      ? `export const __vitePreload = (load) => load().catch((error) => {
          dispatchEvent(new Event('vite:preloadError'));
          throw error;
        });`
      : undefined,
});

/** Minifies the scripts of `public/`, which Vite only copies: every document waits for the first of them. */
const minifyPublicScripts = (): Plugin => ({
  name: 'minify-public-scripts',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  async writeBundle({ dir = '' }) {
    for (const name of await readdir('public')) {
      if (!name.endsWith('.js')) continue;
      const source = await readFile(path.join('public', name), 'utf8');
      const { code, errors } = await minify(name, source, { module: false });
      if (errors[0]) throw new Error(`${name}: ${errors[0].message}`);
      await writeFile(path.join(dir, name), code);
    }
  },
});

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    createPageScriptsPlugin(),
    createEmailsPlugin(),
    leaveOutPreloading(),
    minifyPublicScripts(),
  ],
  build: {
    outDir: 'dist/client',
    manifest: true,
    // For the page of licences: each build's list under a name of its own, or it would overwrite that of another.
    license: { fileName: `.vite/licences-${mode === 'public-pages' ? mode : 'app'}.json` },
    // One style sheet: what single pages add to it is less than a request.
    cssCodeSplit: false,
    // The strict Content-Security-Policy allows no data: scripts and no inline modules.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, imported, { hostType }) => (hostType === 'html' ? imported : []),
    },
    ...(mode === 'public-pages' && {
      // The prerendered pages run a small script of their own, built apart: it shares no chunk with the app.
      emptyOutDir: false,
      manifest: '.vite/public-pages.json',
    }),
    rolldownOptions: buildRolldownOptions(isSsrBuild === true, mode),
  },
  // Whole, so that it is React's production build, which is faster, whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    // The host stays the one that the browser called, so that the server takes its calls for those of its own page.
    proxy: Object.fromEntries(
      ['/api', '/media'].map((path) => [
        path,
        { target: 'http://127.0.0.1:3000', changeOrigin: false },
      ]),
    ),
  },
}));
