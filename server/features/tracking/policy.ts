import { resolveRoute, type RoutePath } from '#shared/rules/route-table.ts';

/** A page view as a browser sends it (specification, section 3). */
export interface PageView {
  url: string;
  title: string;
  referrer: string;
  path: string;
  search: string;
}

/** Pages whose path contains only the id of public content, and is kept. */
const NAMED_PAGES: ReadonlySet<RoutePath> = new Set<RoutePath>([
  '/content/:id',
  '/content-library/:category?',
  '/programs/:id',
  '/s/:id',
  '/read/:slug',
]);

/** Query parameters whose values cannot be personal. */
const KEPT_PARAMETERS: ReadonlySet<string> = new Set(
  'lang mode sort utm_source utm_medium utm_campaign'.split(' '),
);
const KEPT_VALUE = /^[\w.-]{1,60}$/;

/** Whether the title consists of our own texts; that of a ladder step may be the person's. */
const isTitleOurs = (pattern: RoutePath | null) =>
  pattern !== null && pattern !== '/ladder/:step?' && !pattern.startsWith('/admin');

/**
 * Removes what may be personal from a tracked page view: paths of personal pages become route patterns, other sites are
 * reduced to their origin, and only known query parameters are kept. `origin` is the site's own.
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

/** A cleaned address for our own pages, the origin alone for other sites. */
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
