import { LANGUAGES } from '#shared/rules/languages.ts';
import { getPageAddressInLanguage, ORIGIN_PLACEHOLDER } from './page-document.ts';

/** A page that search engines may list. */
export interface SitemapPage {
  path: string;
  /** Civil date, where it is known. */
  updatedOn?: string;
}

/**
 * Builds the XML of the sitemap: an entry for each page and language, with links to all languages of the page.
 * Addresses begin with ORIGIN_PLACEHOLDER, which the server replaces with its origin.
 */
export function buildSitemap(pages: readonly SitemapPage[]): string {
  const entries = pages.flatMap(({ path, updatedOn }) => {
    const address = `${ORIGIN_PLACEHOLDER}${path}`;
    const others = LANGUAGES.map(
      (code) =>
        `<xhtml:link rel="alternate" hreflang="${code}" href="${getPageAddressInLanguage(code, address)}"/>`,
    );
    const date = updatedOn === undefined ? [] : [`<lastmod>${updatedOn}</lastmod>`];
    return LANGUAGES.map((language) =>
      [
        '<url>',
        `<loc>${getPageAddressInLanguage(language, address)}</loc>`,
        ...date,
        ...others,
        '</url>',
      ].join(''),
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
