import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#shared/contract/fields.ts';
import {
  type PrerenderedPageOptions,
  type PrecompressedHtml,
  addTestModeNotice,
  precompressHtml,
} from './documents.ts';

/** `.vite/pages.json`, written by scripts/page-files.ts: the scripts of every page, and of each page by language. */
interface PageScripts {
  shell: string[];
  pages: Record<string, Record<Language, string[]>>;
}

/** The app's HTML document in one language, with preload links for the files of the requested page. */
export interface AppShell {
  /** Returns the document without personal data. `pattern` is the page's route pattern. */
  getDocument: (pattern: string | null) => PrecompressedHtml;
  /** Returns the document with the page's HTML, if the server rendered it, and the JSON block of replies. */
  renderForPerson: (
    pattern: string | null,
    content: { page: string | null; block: string },
  ) => string;
}

const ROOT = '<div id="root"></div>';
/** For a page that is sent with its HTML. */
const HEAD = [
  // Shown when it is whole, up to the block of JSON below it: rows that fill as they are parsed would move.
  '<link rel="expect" href="#start" blocking="render">',
  // Keeps what is pressed until the app is there.
  '<script src="/early-presses.js" async fetchpriority="high"></script>',
].join('');

const APP_SCRIPTS =
  /<link rel="modulepreload"[^>]*>|<script type="module" crossorigin src="([^"]*)"><\/script>/g;

/**
 * Moves the app's scripts of a document into a template: preload links, then the entry. A page that the server rendered can
 * be read before they are loaded, so they wait there for its style (public/early-presses.js).
 */
function holdScripts(html: string): string {
  let entries = '';
  let links = '';
  const rest = html.replace(APP_SCRIPTS, (tag, entry?: string) => {
    if (entry === undefined) links += tag;
    else {
      links += `<link rel="modulepreload" crossorigin href="${entry}">`;
      entries += tag;
    }
    return '';
  });
  const template = `<template id="app-scripts">${links}${entries}</template>`;
  return rest.replace('</head>', () => `${template}${HEAD}</head>`);
}

const FONTS = /\/assets\/(?:fraunces|figtree)[\w-]*\.woff2/g;

/**
 * Loads the built index.html as a template in one language, marked with the sign-up mode, and the preload links of each
 * page by route pattern; null when the app is not built. `pages` is the folder of the prerendered pages; from it come
 * the texts shown while scripts are switched off, or have not come.
 */
export async function loadAppShell(
  { client, pages }: { client: string; pages: string },
  {
    language,
    signUp: mode,
    testMode,
  }: Pick<PrerenderedPageOptions, 'language' | 'signUp' | 'testMode'>,
): Promise<AppShell | null> {
  const html = await readFile(join(client, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return null;
  const withoutScripts = await readFile(
    join(pages, language, 'app.without-scripts.html'),
    'utf8',
  ).catch(() => '');
  const signUp = mode === 'open' ? '' : ` data-sign-up="${mode}"`;
  const own = addTestModeNotice(html, testMode)
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"${signUp}`)
    .replace('</head>', `<link rel="manifest" href="/${language}.webmanifest"></head>`)
    .replace(ROOT, () => `${ROOT}${withoutScripts}`);
  const preloads = await buildPreloadLinks(client, html, language);
  const buildDocument = async (links: string) => {
    const html = own.replace('</head>', () => `${links}</head>`);
    const withPage = holdScripts(html).split(ROOT);
    return { plain: await precompressHtml(html), parts: html.split(ROOT), withPage };
  };
  const documents = new Map(
    await Promise.all(
      [...preloads].map(async ([pattern, links]) => [pattern, await buildDocument(links)] as const),
    ),
  );
  const unknown = await buildDocument('');
  const findDocument = (pattern: string | null) => documents.get(pattern ?? '') ?? unknown;
  return {
    getDocument: (pattern) => findDocument(pattern).plain,
    renderForPerson: (pattern, { page, block }) => {
      const { parts, withPage } = findDocument(pattern);
      const [start, end] = page === null ? parts : withPage;
      return `${start}<div id="root">${page ?? ''}</div>${block}${end}`;
    },
  };
}

/** Builds the preload links of each page, by route pattern, so that the browser requests all its files at once. */
async function buildPreloadLinks(
  client: string,
  html: string,
  language: Language,
): Promise<Map<string, string>> {
  const text = await readFile(join(client, '.vite/pages.json'), 'utf8').catch(() => null);
  if (text === null) return new Map();
  const { pages } = JSON.parse(text) as PageScripts;
  const styles = /href="\/(assets\/[\w-]+\.css)"/.exec(html)?.[1];
  const css = styles === undefined ? '' : await readFile(join(client, styles), 'utf8');
  const fonts = [...new Set(css.match(FONTS))].map(
    (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
  );
  return new Map(
    Object.entries(pages).map(([pattern, files]) => {
      const scripts = files[language]
        .filter((file) => !html.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
      return [pattern, [...fonts, ...scripts].join('')];
    }),
  );
}
