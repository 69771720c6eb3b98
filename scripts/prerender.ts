import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from '#shared/rules/languages.ts';

// Run after `vite build`, `vite build --mode public-pages` and `vite build --ssr --outDir dist/ssr`: writes every public page, in both
// languages, as a complete document that needs no framework to be read or used.

interface Chunk {
  file: string;
}
interface Rendered {
  html: string;
  title: string;
  description: string;
  name: string;
}
interface Renderer {
  paths: string[];
  render: (path: string, language: string) => Rendered;
  renderShared: (language: string) => (Rendered & { file: string; address: string })[];
}

/** The build's folder, `dist` unless named on the command line. */
const dist = pathToFileURL(`${resolve(process.argv[2] ?? 'dist')}/`);
const at = (path: string) => new URL(path, dist);
const origin = (process.env['PUBLIC_URL'] ?? '').replace(/\/$/, '');

type Manifest = Record<string, Chunk>;
const read = async (name: string) =>
  JSON.parse(await readFile(at(`client/.vite/${name}.json`), 'utf8')) as Manifest;

const manifest = await read('manifest');
const renderer = (await import(at('ssr/prerender.js').href)) as Renderer;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const script = (await read('public-pages'))['src/public-page.ts']?.file;
const styles = manifest['style.css']?.file;
if (!script || !styles) throw new Error('the script or the style sheet of the pages was not built');
const fonts = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((file) => /(fraunces|figtree)-latin.*\.woff2$/.test(file));

/** A whole document; `address` is null where there is nothing to be found. */
function buildDocument(page: Rendered, address: string | null, language: string): string {
  const alternates = LANGUAGES.map(
    (code) => `<link rel="alternate" hreflang="${code}" href="${address}?lang=${code}">`,
  );
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    // The ground of each theme, in the notation every browser's chrome understands.
    '<meta name="theme-color" content="#f9f4ec" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0c121c" media="(prefers-color-scheme: dark)">',
    `<title>${escape(page.title)}</title>`,
    `<meta name="description" content="${escape(page.description)}">`,
    ...(address !== null
      ? [
          `<link rel="canonical" href="${address}?lang=${language}">`,
          ...alternates,
          `<link rel="alternate" hreflang="x-default" href="${address}">`,
          '<meta property="og:type" content="website">',
          `<meta property="og:site_name" content="${escape(page.name)}">`,
          `<meta property="og:title" content="${escape(page.title)}">`,
          `<meta property="og:description" content="${escape(page.description)}">`,
          `<meta property="og:locale" content="${language === 'fr' ? 'fr_FR' : 'en_GB'}">`,
          `<meta property="og:url" content="${address}?lang=${language}">`,
        ]
      : ['<meta name="robots" content="noindex">']),
    ...fonts.map(
      (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<link rel="stylesheet" href="/${styles}">`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<script src="/theme.js"></script>',
    `<script type="module" src="/${script}"></script>`,
  ];
  return `<!doctype html>\n<html lang="${language}">\n<head>\n${head.join('\n')}\n</head>\n<body>${page.html}</body>\n</html>\n`;
}

for (const language of LANGUAGES) {
  await mkdir(at(`pages/${language}/`), { recursive: true });
  for (const path of renderer.paths) {
    const name = path === '/' ? 'home' : path.slice(1);
    const address = path === '/not-found' ? null : `${origin}${path}`;
    const html = buildDocument(renderer.render(path, language), address, language);
    await writeFile(at(`pages/${language}/${name}.html`), html);
  }
  for (const { file, address, ...page } of renderer.renderShared(language))
    await writeFile(at(`pages/${language}/${file}.html`), buildDocument(page, address, language));
}
