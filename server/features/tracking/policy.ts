import { resolveRoute, type RoutePath } from '#shared/rules/route-table.ts';

/** What a browser sends of a page (specification, section 3). */
export interface PageView {
  url: string;
  title: string;
  referrer: string;
  path: string;
  search: string;
}

/** Pages whose address names a session, a program or an article: what everybody sees alike. */
const NAMED_PAGES: ReadonlySet<RoutePath> = new Set<RoutePath>([
  '/content/:id',
  '/content-library/:category?',
  '/programs/:id',
  '/s/:id',
  '/read/:slug',
]);

/** Parameters whose values are the page's own words or those of a campaign; all others may be somebody's. */
const KEPT_PARAMETERS: ReadonlySet<string> = new Set(
  'lang mode sort utm_source utm_medium utm_campaign'.split(' '),
);
const KEPT_VALUE = /^[\w.-]{1,60}$/;

/** Pages whose title is made of our own words alone; that of a step of the ladder may be the person's. */
const isTitleOurs = (pattern: RoutePath | null) =>
  pattern !== null && pattern !== '/ladder/:step?' && !pattern.startsWith('/admin');

/**
 * Removes what may be personal from a page view: of addresses only our own pages' paths are left, those that name
 * somebody's own things as patterns, and no parameter that may hold words of theirs. `origin` is the site's own.
 */
export function cleanPageView({ title, referrer, path, search }: PageView, origin: string) {
  const pattern = findPattern(path);
  const page = cleanAddress(path, search);
  return {
    url: `${origin}${page.path}${page.search}`,
    title: isTitleOurs(pattern) ? title.slice(0, 200) : '',
    referrer: cleanReferrer(referrer, origin),
    ...page,
  };
}

/** Of our own pages a clean address, of other sites their name alone. */
function cleanReferrer(referrer: string, origin: string): string {
  const from = URL.parse(referrer);
  if (from === null || !/^https?:$/.test(from.protocol)) return '';
  if (from.origin !== origin) return from.origin;
  const { path, search } = cleanAddress(from.pathname, from.search);
  return `${origin}${path}${search}`;
}

function cleanAddress(path: string, search: string): { path: string; search: string } {
  const pattern = findPattern(path);
  const kept = [...new URLSearchParams(search)].filter(
    ([name, value]) => KEPT_PARAMETERS.has(name) && KEPT_VALUE.test(value),
  );
  const query = new URLSearchParams(kept).toString();
  return {
    path: pattern === null ? '/not-found' : NAMED_PAGES.has(pattern) ? path : pattern,
    search: query === '' ? '' : `?${query}`,
  };
}

/** The pattern of a page in the route table, as an admin sees it: they see all. */
function findPattern(path: string): RoutePath | null {
  const decision = resolveRoute(path, 'admin');
  return decision.kind === 'page' ? decision.path : null;
}
