import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReadableArticle } from '#web/features/articles/model.ts';
import type { Licence } from '#web/features/legal/model.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import type { SignUpMode } from '#shared/rules/sign-up.ts';
import { readLicences } from '../../../scripts/licences.ts';
import { readArticlesInLanguage } from '../../../scripts/library/readable-articles.ts';
import { buildWebManifest } from '../../../scripts/web-manifest.ts';
import { buildPageDocument, type RenderedPage } from './page-document.ts';
import { getSocialPicturePathOfPage, writeSocialPictures } from './social-pictures.ts';
import { buildSitemap } from './sitemap.ts';

// Run after `vite build`, `vite build --mode public-pages`, `vite build --ssr --outDir dist/ssr` and
// scripts/build-service-worker.ts: writes every public page, in both
// languages, as a complete document that needs no framework to be read or used, the sitemap of those that may be found, and
// the manifests of the installed app.

interface Chunk {
  file: string;
}
type Manifest = Record<string, Chunk>;
type FoundPage = RenderedPage & { file: string; path: string | null };
interface Edition {
  language: Language;
  signUp: SignUpMode;
}
interface Renderer {
  renderFixedPages: (edition: Edition) => FoundPage[];
  renderHelpPagesByEmergencyRegion: (edition: Edition) => FoundPage[];
  renderSharedSessionPages: (edition: Edition) => FoundPage[];
  renderNoScriptTexts: (language: Language, helpPath: string) => string;
  renderLicencesPage: (edition: Edition, licences: readonly Licence[]) => FoundPage;
  renderArticlePagesAndList: (
    edition: Edition,
    articles: readonly ReadableArticle[],
  ) => FoundPage[];
}

/** The build's folder, `dist` unless named on the command line. */
const dist = pathToFileURL(`${resolve(process.argv[2] ?? 'dist')}/`);
const CONTENT = join(import.meta.dirname, '../../../content');
const at = (path: string) => new URL(path, dist);

const read = async (name: string) =>
  JSON.parse(await readFile(at(`client/.vite/${name}.json`), 'utf8')) as Manifest;

const manifest = await read('manifest');
const renderer = (await import(at('ssr/prerender.js').href)) as Renderer;

const script = (await read('public-pages'))['src/public-pages/script.ts']?.file;
const styles = manifest['style.css']?.file;
if (!script || !styles) throw new Error('the script or the style sheet of the pages was not built');
const fonts = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((file) => /(fraunces|figtree)-latin.*\.woff2$/.test(file));
const assets = { script, styles, fonts };
const licences = readLicences(fileURLToPath(at('client/.vite/')));

/** Renders one edition of every page: those that may be found by themselves, and all of them by file name. */
function buildPages(edition: Edition) {
  const { language } = edition;
  const findable = [
    ...renderer.renderFixedPages(edition),
    ...renderer.renderArticlePagesAndList(edition, readArticlesInLanguage(CONTENT, language)),
  ];
  const others = [
    renderer.renderLicencesPage(edition, licences),
    ...renderer.renderHelpPagesByEmergencyRegion(edition),
    ...renderer.renderSharedSessionPages(edition),
  ];
  const documents = [...findable, ...others].map(
    ({ file, path, ...page }) =>
      [
        file,
        buildPageDocument(
          { ...page, picture: getSocialPicturePathOfPage(file) },
          { path, language, assets },
        ),
      ] as const,
  );
  return { findable, documents: new Map(documents) };
}

for (const language of LANGUAGES) {
  await mkdir(at(`pages/${language}/`), { recursive: true });
  const write = (name: string, html: string) =>
    writeFile(at(`pages/${language}/${name}.html`), html);
  const open = buildPages({ language, signUp: 'open' });
  for (const [name, html] of open.documents) await write(name, html);
  const help = manifest[`offline-sos-${language}.html`]?.file;
  if (!help) throw new Error('“Help me now” without scripts was not built');
  // No page: a part of the app's document (server/pages/shell.ts).
  await write('app.without-scripts', renderer.renderNoScriptTexts(language, `/${help}`));
  for (const signUp of ['waitlist', 'closed'] as const)
    for (const [name, html] of buildPages({ language, signUp }).documents)
      // Most pages say the same in each.
      if (html !== open.documents.get(name)) await write(`${name}.${signUp}`, html);
  const listed = open.findable.flatMap(({ path, article }) =>
    path === null ? [] : [{ path, ...(article && { updatedOn: article.updatedOn }) }],
  );
  await writeFile(at(`client/${language}.webmanifest`), buildWebManifest(language));
  // The same in every language.
  await writeFile(at('client/sitemap.xml'), buildSitemap(listed));
}

await writeSocialPictures(at('client/social/'), readArticlesInLanguage(CONTENT, 'en'));
