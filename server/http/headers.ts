import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import type { FirebaseWebConfig } from '#shared/contract/firebase.ts';
import type { ThirdPartyScript } from '#shared/contract/scripts.ts';
import { mayUseSensors } from '#shared/rules/sensor-pages.ts';
import { SERVER_MARK_HEADER } from '#shared/rules/server-mark.ts';
import { mayRunBotCheckScript, mayRunThirdPartyScripts } from '#shared/rules/third-party-pages.ts';
import { parseConsentCookie } from './consent-cookie.ts';

// Everything comes from our own origin, and nothing inline: a script that is injected does not run.
type Sources = Readonly<Record<string, string>>;

const CONTENT_SECURITY_POLICY: Sources = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self' blob:",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Hosts that Firebase's SDK connects to and loads scripts from to sign in with Google; none in builtin mode. */
function listFirebaseSources(firebase: FirebaseWebConfig | undefined): Record<string, string> {
  if (!firebase) return {};
  const { authDomain, emulatorHost } = firebase;
  const emulator = emulatorHost && `http://${emulatorHost}`;
  return {
    'script-src': 'https://apis.google.com',
    'connect-src':
      emulator ?? 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
    'frame-src': emulator ?? `https://${authDomain}`,
  };
}

/** The bucket, if there is one, as the source of recordings and portraits. */
const listBucketSources = (origin: string | null): Sources[] =>
  origin === null ? [] : [{ 'media-src': origin, 'connect-src': origin, 'img-src': origin }];

function buildContentSecurityPolicy(
  firebase: FirebaseWebConfig | undefined,
  scripts: readonly Sources[],
): string {
  const all = [CONTENT_SECURITY_POLICY, listFirebaseSources(firebase)];
  all.push(...scripts);
  const names = new Set(all.flatMap(Object.keys));
  return [...names]
    .map((name) => [name, ...all.flatMap((sources) => sources[name] ?? [])].join(' '))
    .join('; ');
}

/** What the flight page measures a flight with, and no other page (shared/rules/sensor-pages.ts). */
const FLIGHT_SENSORS = ['accelerometer', 'geolocation', 'gyroscope'];
/** What no page of ours asks the device for. The player keeps the screen awake and may fill it. */
const CLOSED = [
  'camera',
  'display-capture',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

function buildPermissionsPolicy(sensors: '()' | '(self)'): string {
  const open = FLIGHT_SENSORS.map((name) => `${name}=${sensors}`);
  return [...open, ...CLOSED.map((name) => `${name}=()`)].join(', ');
}

const TWO_YEARS_IN_SECONDS = 63_072_000;

/**
 * Builds the security headers of pages and their files. `firebase` and `scripts` add sources to the content security
 * policy; HSTS is included only when `publicUrl` is https.
 */
function buildSecurityHeaders(
  publicUrl: string | undefined,
  firebase?: FirebaseWebConfig,
  scripts: readonly Sources[] = [],
): Record<string, string> {
  return {
    'content-security-policy': buildContentSecurityPolicy(firebase, scripts),
    // The page must hear of the window in which a person signs in with Google.
    'cross-origin-opener-policy': firebase ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': buildPermissionsPolicy('()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    [SERVER_MARK_HEADER]: '1',
    ...buildTransportSecurity(publicUrl),
  };
}

function buildTransportSecurity(publicUrl: string | undefined): Record<string, string> {
  return publicUrl?.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains` }
    : {};
}

/**
 * Builds the security headers of replies that are not pages: nothing may run, load or be framed, and nothing is cached.
 */
export function buildApiHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    [SERVER_MARK_HEADER]: '1',
    ...buildTransportSecurity(publicUrl),
  };
}

/** A third-party script that a page may load, once its visitor allowed scripts of its category. */
interface OptionalScript extends Pick<ThirdPartyScript, 'name' | 'category' | 'start'> {
  /** What the content security policy must allow for it. */
  sources: Sources;
}

/**
 * Registers a hook that sets the security headers and `x-request-id` on every reply. API replies are not cacheable;
 * public pages allow those of the `optional` scripts that a visitor's cookie allows, and no signed-in person meets one.
 */
export function registerSecurityHeaders(app: App, optional: readonly OptionalScript[]): void {
  const { publicUrl, firebase, media, identity } = app.dependencies;
  const bucket = listBucketSources(media.origin);
  const build = (allowed: readonly OptionalScript[]) =>
    buildSecurityHeaders(publicUrl, firebase, [
      ...bucket,
      ...allowed.map(({ sources }) => sources),
    ]);
  const everywhere = build([]);
  const withSensors = { ...everywhere, 'permissions-policy': buildPermissionsPolicy('(self)') };
  const api = buildApiHeaders(publicUrl);
  const known = new Map<string, ReturnType<typeof build>>();
  /** Returns the headers of a page, which allow only the optional scripts that it may have and its visitor allowed. */
  const getPageHeaders = (request: FastifyRequest) => {
    const [path = '/'] = request.url.split('?');
    if (mayUseSensors(path)) return withSensors;
    if (optional.length === 0 || identity.mayBeSignedIn(request)) return everywhere;
    const isPublic = mayRunThirdPartyScripts(path);
    const hasForm = mayRunBotCheckScript(path);
    if (!isPublic && !hasForm) return everywhere;
    const choice = parseConsentCookie(request.headers.cookie);
    const allowed = optional.filter(
      ({ category, start }) => choice[category] && (start.kind === 'form' ? hasForm : isPublic),
    );
    const key = allowed.map(({ name }) => name).join();
    const headers = known.get(key) ?? build(allowed);
    known.set(key, headers);
    return headers;
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPageRoute(request) ? getPageHeaders(request) : api);
    reply.header('x-request-id', request.id);
    done();
  });
}

/**
 * Returns whether the matched route serves pages or files of the app; all others are the API. The URL is not reliable:
 * `/%61pi/users/me` matches the same route as `/api/users/me`.
 */
export function isPageRoute(request: FastifyRequest): boolean {
  return request.routeOptions.config?.page === true;
}

/** Returns whether a URL belongs to the API, which replies with JSON, and not to the pages. */
export function isApiPath(url: string): boolean {
  return /^\/(?:api|health|ready)(?:[/?]|$)/.test(url);
}
