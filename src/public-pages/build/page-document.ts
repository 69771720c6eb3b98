import { LANGUAGES } from '#shared/rules/languages.ts';
import { SOCIAL_PICTURE_SIZE_PX } from './social-pictures.ts';

/** A rendered public page: its markup, and the data for its `<head>`. */
export interface RenderedPage {
  html: string;
  title: string;
  description: string;
  name: string;
  article?: { publishedOn: string; updatedOn: string };
  /** Objects of schema.org. */
  structuredData?: object[];
  /** Path of the picture that a preview of a link shows. */
  picture?: string;
}

/** Built files of every page, relative to the site's root. */
export interface PageAssets {
  /** None for a page that needs no script of its own. */
  script?: string;
  styles: string;
  fonts: readonly string[];
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Placeholder that the server replaces with its own origin when it loads a page (server/pages/documents.ts). */
export const ORIGIN_PLACEHOLDER = '@@origin@@';

/**
 * Returns the address of a page in one language: for English the address itself, because readers of any other language
 * read English; else with the language in its query. Each language names its own address as canonical: naming another
 * one of the page's `hreflang` list would make it count as a copy.
 */
export const getPageAddressInLanguage = (language: string, address: string): string =>
  language === 'en' ? address : `${address}?lang=${language}`;

/**
 * Builds the HTML document of a prerendered page. With `path` null, search engines are kept out (noindex). Absolute
 * addresses begin with the placeholder ORIGIN_PLACEHOLDER.
 */
export function buildPageDocument(
  page: RenderedPage,
  { path, language, assets }: { path: string | null; language: string; assets: PageAssets },
): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    // The ground of each theme, in the notation every browser's chrome understands.
    '<meta name="theme-color" content="#f9f4ec" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0c121c" media="(prefers-color-scheme: dark)">',
    `<title>${escape(page.title)}</title>`,
    `<meta name="description" content="${escape(page.description)}">`,
    ...(path === null
      ? ['<meta name="robots" content="noindex">']
      : buildFindableTags(page, `${ORIGIN_PLACEHOLDER}${path}`, language)),
    ...assets.fonts.map(
      (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<link rel="stylesheet" href="/${assets.styles}">`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<script src="/first.js"></script>',
    ...(assets.script === undefined
      ? []
      : [`<script type="module" src="/${assets.script}"></script>`]),
  ];
  return `<!doctype html>\n<html lang="${language}">\n<head>\n${head.join('\n')}\n</head>\n<body>${page.html}</body>\n</html>\n`;
}

/** Builds the tags for search engines and for previews of a link. */
function buildFindableTags(page: RenderedPage, address: string, language: string): string[] {
  const { article, structuredData = [] } = page;
  return [
    `<link rel="canonical" href="${getPageAddressInLanguage(language, address)}">`,
    ...LANGUAGES.map(
      (code) =>
        `<link rel="alternate" hreflang="${code}" href="${getPageAddressInLanguage(code, address)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${address}">`,
    `<meta property="og:type" content="${article ? 'article' : 'website'}">`,
    `<meta property="og:site_name" content="${escape(page.name)}">`,
    `<meta property="og:title" content="${escape(page.title)}">`,
    `<meta property="og:description" content="${escape(page.description)}">`,
    `<meta property="og:locale" content="${language === 'fr' ? 'fr_FR' : 'en_GB'}">`,
    ...(page.picture === undefined ? [] : buildPictureTags(page.picture, page.title)),
    `<meta property="og:url" content="${getPageAddressInLanguage(language, address)}">`,
    ...(article
      ? [
          `<meta property="article:published_time" content="${article.publishedOn}">`,
          `<meta property="article:modified_time" content="${article.updatedOn}">`,
        ]
      : []),
    // Data, which no browser runs: the policy of the pages needs no exception for it. No text can end the block.
    ...structuredData.map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`,
    ),
  ];
}

const buildPictureTags = (picture: string, title: string): string[] => [
  `<meta property="og:image" content="${ORIGIN_PLACEHOLDER}${picture}">`,
  `<meta property="og:image:type" content="image/png">`,
  `<meta property="og:image:width" content="${SOCIAL_PICTURE_SIZE_PX.width}">`,
  `<meta property="og:image:height" content="${SOCIAL_PICTURE_SIZE_PX.height}">`,
  `<meta property="og:image:alt" content="${escape(title)}">`,
  '<meta name="twitter:card" content="summary_large_image">',
];
