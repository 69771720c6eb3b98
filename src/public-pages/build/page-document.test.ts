import { describe, expect, it } from 'vitest';
import { buildPageDocument } from './page-document.ts';
import { buildSitemap } from './sitemap.ts';

const assets = { script: 'assets/public.js', styles: 'assets/style.css', fonts: [] };
const page = { html: '<p>Air</p>', title: 'A "B" <c>', description: 'D & e', name: 'Envol' };

describe('a public page', () => {
  it('names its one address, and that of each language', () => {
    const html = buildPageDocument(page, { path: '/help', language: 'fr', assets });
    expect(html).toContain('<link rel="canonical" href="@@origin@@/help?lang=fr">');
    expect(html).toContain('hreflang="en" href="@@origin@@/help">');
    expect(html).toContain('hreflang="x-default" href="@@origin@@/help">');
    const english = buildPageDocument(page, { path: '/help', language: 'en', assets });
    expect(english).toContain('<link rel="canonical" href="@@origin@@/help">');
    expect(html).toContain('<title>A &quot;B&quot; &lt;c></title>');
    expect(html.match(/<script/g)).toHaveLength(2);
  });

  it('that is an article says when it was written, in words that no text can end', () => {
    const article = { publishedOn: '2026-11-22', updatedOn: '2026-11-23' };
    const structuredData = [{ '@type': 'Article', headline: '</script><b>' }];
    const html = buildPageDocument(
      { ...page, article, structuredData },
      { path: '/read/air', language: 'en', assets },
    );
    expect(html).toContain('<meta property="og:type" content="article">');
    expect(html).toContain('article:modified_time" content="2026-11-23"');
    expect(html).toContain('"headline":"\\u003c/script>\\u003cb>"}</script>');
  });

  it('names the picture that a preview of a link shows', () => {
    const options = { path: '/help', language: 'en', assets };
    const html = buildPageDocument({ ...page, picture: '/social/site.png' }, options);
    expect(html).toContain('<meta property="og:image" content="@@origin@@/social/site.png">');
    expect(html).toContain('<meta property="og:image:width" content="1200">');
    expect(html).toContain('content="summary_large_image"');
  });

  it('that is not to be found says so, and has no address', () => {
    const html = buildPageDocument(page, { path: null, language: 'en', assets });
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('canonical');
  });
});

it('the sitemap has each page once a language, with its other languages', () => {
  const sitemap = buildSitemap([{ path: '/' }, { path: '/read/air', updatedOn: '2026-11-22' }]);
  expect(sitemap.match(/<loc>/g)).toHaveLength(4);
  expect(sitemap).toContain(
    '<loc>@@origin@@/read/air?lang=fr</loc><lastmod>2026-11-22</lastmod>' +
      '<xhtml:link rel="alternate" hreflang="en" href="@@origin@@/read/air"/>',
  );
});
