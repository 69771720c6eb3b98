import { resolveRoute, type RoutePath } from '#shared/rules/route-table.ts';

/** A page view as a browser sends it (specification, section 3). */
export interface PageView {
  url: string;
  title: string;
  referrer: string;
  path: string;
  search: string;
}

/**
 * Whether the title consists of our own texts and is the same for every person: not that of a session or a ladder's step.
 */
const isTitleOurs = (pattern: RoutePath | null) =>
  pattern !== null && !pattern.includes('/:') && !pattern.startsWith('/admin');

/**
 * Removes what may be personal from a tracked page view: paths become route patterns without their query, because an
 * opened session tells of a fear, and other sites are reduced to their origin. `origin` is the site's own.
 */
export function removePersonalPartsOfPageView({ title, referrer, path }: PageView, origin: string) {
  const pattern = findPattern(path);
  const kept = pattern ?? '/not-found';
  return {
    url: `${origin}${kept}`,
    title: isTitleOurs(pattern) ? title.slice(0, 200) : '',
    referrer: cleanReferrer(referrer, origin),
    path: kept,
    search: '',
  };
}

/** A cleaned address for our own pages, the origin alone for other sites. */
function cleanReferrer(referrer: string, origin: string): string {
  const from = URL.parse(referrer);
  if (from === null || !/^https?:$/.test(from.protocol)) return '';
  if (from.origin !== origin) return from.origin;
  return `${origin}${findPattern(from.pathname) ?? '/not-found'}`;
}

/** The pattern of a page in the route table, as an admin sees it: they see all. */
function findPattern(path: string): RoutePath | null {
  const decision = resolveRoute(path, 'admin');
  return decision.kind === 'page' ? decision.path : null;
}
