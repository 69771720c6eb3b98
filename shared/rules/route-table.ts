import type { PersonState } from './person-state.ts';
import { PERSON_STATES } from './person-state.ts';
import type { StudioAccess } from './roles.ts';

const EVERYBODY = PERSON_STATES;
const ACCESS = ['pass', 'admin'] as const;
const ONBOARDED = ['no_pass', ...ACCESS] as const;
const VISITOR_OR_ACCESS = ['signed_out', ...ACCESS] as const;
const VISITOR_OR_ONBOARDED = ['signed_out', ...ONBOARDED] as const;
const ADMIN = ['admin'] as const;

/**
 * Every page and the states in which it exists (specification, section 2). Paths are in wouter's syntax. What happens
 * with other paths is decided in resolveRoute.
 */
export const ROUTES = [
  { path: '/', states: VISITOR_OR_ACCESS },
  { path: '/auth', states: VISITOR_OR_ONBOARDED },
  { path: '/privacy', states: VISITOR_OR_ONBOARDED },
  { path: '/terms', states: VISITOR_OR_ONBOARDED },
  { path: '/waitlist', states: VISITOR_OR_ACCESS },
  { path: '/onboarding', states: ['onboarding', ...ACCESS] },
  { path: '/profile', states: ONBOARDED },
  { path: '/subscription', states: ONBOARDED },
  { path: '/subscription-success', states: ONBOARDED },
  { path: '/content/:id', states: ACCESS },
  { path: '/content-library/:category?', states: ACCESS },
  { path: '/programs', states: ACCESS },
  { path: '/programs/:id', states: ACCESS },
  { path: '/translation-demo', states: ACCESS },
  { path: '/translation-status', states: ACCESS },
  { path: '/admin', states: ADMIN },
  { path: '/admin/dashboard', states: ADMIN },
  { path: '/admin/content', states: ADMIN },
  { path: '/admin/programs', states: ADMIN },
  { path: '/admin/authors', states: ADMIN },
  { path: '/admin/banners', states: ADMIN },
  { path: '/admin/pricing', states: ADMIN },
  { path: '/admin/generation', states: ADMIN },
  // Ours beyond the specification.
  { path: '/help', states: EVERYBODY },
  { path: '/sos', states: EVERYBODY },
  { path: '/tonight', states: EVERYBODY },
  { path: '/contact', states: EVERYBODY },
  { path: '/contract', states: EVERYBODY },
  { path: '/s/:id', states: EVERYBODY },
  { path: '/reminders', states: EVERYBODY },
  { path: '/preview', states: EVERYBODY },
  { path: '/licences', states: EVERYBODY },
  { path: '/read', states: EVERYBODY },
  { path: '/read/:slug', states: EVERYBODY },
  { path: '/support', states: ACCESS },
  { path: '/admin/support', states: ADMIN },
  { path: '/admin/safety', states: ADMIN },
  { path: '/admin/narration', states: ADMIN },
  { path: '/breathe', states: ACCESS },
  { path: '/plan', states: ACCESS },
  { path: '/ladder/:step?', states: ACCESS },
  { path: '/flight', states: ACCESS },
  { path: '/rehearsal', states: ACCESS },
  { path: '/admin/people', states: ADMIN },
] as const satisfies readonly { path: string; states: readonly PersonState[] }[];

export type RoutePath = (typeof ROUTES)[number]['path'];

/** Pages that are prerendered documents, the same for every visitor; the app shows what they say in its own frame. */
const DOCUMENT_PATHS = [
  '/licences',
  '/tonight',
  '/read',
  '/read/:slug',
] as const satisfies readonly RoutePath[];

/**
 * Returns the file name, without extension, of the prerendered document at a path, such as `read-turbulence`; null for
 * a path that is not one of DOCUMENT_PATHS. Whether the document exists is not checked.
 */
export function findDocumentName(path: string): string | null {
  const decision = resolveRoute(path, 'signed_out');
  const isDocument =
    decision.kind === 'page' && (DOCUMENT_PATHS as readonly RoutePath[]).includes(decision.path);
  return isDocument ? path.toLowerCase().split('/').filter(Boolean).join('-') : null;
}

/**
 * Returns whether an address (path and query) is what a link of an e-mail opens, which waits neither for an introduction nor for
 * a pass; its secret is in the hash.
 */
export const isEmailLink = (address: string): boolean =>
  /^\/(auth|waitlist)\/?\?mode=(?!sign|forgot)/i.test(address);

export type RouteDecision =
  | { kind: 'page'; path: RoutePath }
  | { kind: 'redirect'; to: '/onboarding' | '/subscription' }
  | { kind: 'not_found' };

/**
 * Compiles a pattern to a regular expression that matches as wouter does: letter case and one slash at the end do not
 * matter.
 */
function compilePattern(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .filter(Boolean)
    .map((part) =>
      part.startsWith(':') ? (part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+') : `/${part}`,
    )
    .join('');
  return new RegExp(`^${source}/?$`, 'i');
}

const COMPILED = ROUTES.map((route) => ({ ...route, pattern: compilePattern(route.path) }));

/**
 * Resolves a path (without query or fragment) for a state: the page by its pattern; otherwise the redirect of an
 * unfinished onboarding or a missing pass, or not found.
 */
export function resolveRoute(path: string, state: PersonState): RouteDecision {
  const route = COMPILED.find(({ pattern, states }) => {
    return (states as readonly PersonState[]).includes(state) && pattern.test(path);
  });
  if (route) return { kind: 'page', path: route.path };
  if (state === 'onboarding') return { kind: 'redirect', to: '/onboarding' };
  if (state === 'no_pass') return { kind: 'redirect', to: '/subscription' };
  return { kind: 'not_found' };
}

/** Returns whether a path leads to a page in every state, such as `/help`; false for `/`, which differs by state. */
export function isSamePageInEveryState(path: string): boolean {
  return EVERYBODY.every((state) => resolveRoute(path, state).kind === 'page') && path !== '/';
}

/**
 * The access that an endpoint of the API requires; each level includes fewer people than the one before it, those of
 * the studio by role.
 */
export type AccessLevel = 'public' | 'signed_in' | 'onboarded' | 'pass' | StudioAccess;

const ALLOWED: Record<AccessLevel, readonly PersonState[]> = {
  public: EVERYBODY,
  // Onboarding is made of calls, so it is signed in.
  signed_in: ['onboarding', ...ONBOARDED],
  onboarded: ONBOARDED,
  pass: ACCESS,
  staff: ADMIN,
  editor: ADMIN,
  support: ADMIN,
  admin: ADMIN,
};

/** Returns whether a person in this access state may call endpoints with this access level. */
export function canCallEndpoint(access: AccessLevel, state: PersonState): boolean {
  return ALLOWED[access].includes(state);
}
