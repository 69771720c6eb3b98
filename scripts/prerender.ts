import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Run after `vite build` and `vite build --ssr src/prerender.tsx --outDir dist/ssr`: writes every public page, in both
// languages, as a complete document that needs no framework to be read or used.

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
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
const languages = ['en', 'fr'];
const origin = (process.env['PUBLIC_URL'] ?? '').replace(/\/$/, '');

const manifest = JSON.parse(await readFile(at('client/.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;
const renderer = (await import(at('ssr/prerender.js').href)) as Renderer;

/** Every style sheet an entry needs, its shared chunks included. */
function stylesOf(key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  return [
    ...new Set([
      ...(chunk.imports ?? []).flatMap((name) => stylesOf(name, seen)),
      ...(chunk.css ?? []),
    ]),
  ];
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const entry = 'src/public-page.ts';
const script = manifest[entry]?.file;
if (!script)
  throw new Error(`${entry} is not in the build's manifest: is it an input in vite.config.ts?`);
const fonts = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((file) => /(fraunces|figtree)-latin.*\.woff2$/.test(file));

/** A whole document; `address` is null where there is nothing to be found. */
function document(page: Rendered, address: string | null, language: string): string {
  const alternates = languages.map(
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
    ...stylesOf(entry).map((file) => `<link rel="stylesheet" href="/${file}">`),
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<script src="/theme.js"></script>',
    `<script type="module" src="/${script}"></script>`,
  ];
  return `<!doctype html>\n<html lang="${language}">\n<head>\n${head.join('\n')}\n</head>\n<body>${page.html}</body>\n</html>\n`;
}

for (const language of languages) {
  await mkdir(at(`pages/${language}/`), { recursive: true });
  for (const path of renderer.paths) {
    const name = path === '/' ? 'home' : path.slice(1);
    const address = path === '/not-found' ? null : `${origin}${path}`;
    const html = document(renderer.render(path, language), address, language);
    await writeFile(at(`pages/${language}/${name}.html`), html);
  }
  for (const { file, address, ...page } of renderer.renderShared(language))
    await writeFile(at(`pages/${language}/${file}.html`), document(page, address, language));
}
