import type { PersonState } from './person-state.ts';
import { findDocumentName, resolveRoute } from './route-table.ts';

/** Calls that every page makes before it is shown: the settings, the sign-in and the profile. */
const COMMON_CALLS = ['/api/config', '/api/auth/identity', '/api/users/me'];

export const LIBRARY_PAGE_SIZE = 20;

const CATEGORY = /^\/content-library\/(podcast|technical|meditation)\/?$/;
const SESSION = /^\/content\/([0-9a-f-]{36})\/?$/;

export interface FirstApiCalls {
  urls: string[];
  /** Whether the page is a start page and these are all its calls, so that it can be rendered from their replies. */
  areAll: boolean;
}

/**
 * Lists the API URLs that the page at `pathAndQuery` (path and query) requests first for a signed-in person. They must equal
 * the URLs that the page itself builds, or it requests them again. Without a time zone the dashboard is left out. No
 * free text of the address goes into them: the replies are compressed with personal data (decision 026).
 */
export function listFirstApiCalls(
  pathAndQuery: string,
  state: PersonState,
  timeZone: string | null,
): FirstApiCalls {
  const [path = '/', search = ''] = pathAndQuery.split('?');
  const decision = resolveRoute(path, state);
  const page = decision.kind === 'page' ? decision.path : null;
  const pass = state === 'onboarding' ? [] : ['/api/subscription-status'];
  const calls = [...COMMON_CALLS, ...pass, '/api/banners/active'];
  const dashboard =
    timeZone === null ? [] : [`/api/dashboard?${new URLSearchParams({ timeZone }).toString()}`];
  const isZoneKnown = timeZone !== null;
  if (page === '/') return { urls: [...calls, ...dashboard, '/api/flights'], areAll: isZoneKnown };
  if (page === '/content/:id') {
    const id = SESSION.exec(path)?.[1];
    if (id === undefined) return { urls: calls, areAll: false };
    return { urls: [...calls, `/api/contents/${id}`], areAll: isZoneKnown };
  }
  if (page === '/content-library/:category?' && search === '') {
    const category = CATEGORY.exec(path)?.[1];
    const query = {
      sort: 'newest',
      limit: String(LIBRARY_PAGE_SIZE),
      ...(category && { category }),
    };
    const list = `/api/contents?${new URLSearchParams(query).toString()}`;
    return { urls: [...calls, ...dashboard, list], areAll: isZoneKnown };
  }
  const document = findDocumentName(path);
  if (document !== null)
    return { urls: [...calls, `/api/documents/${document}`], areAll: isZoneKnown };
  return { urls: calls, areAll: false };
}
