import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import type { ConfiguredScript } from '#server/features/scripts/policy.ts';
import type { FirebaseWeb } from '#shared/contract/firebase.ts';
import { readAllowed } from './allowed-cookie.ts';

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

/** What the SDK of Firebase talks to, and loads to sign in with Google; nothing in builtin mode. */
function listFirebaseSources(firebase: FirebaseWeb | undefined): Record<string, string> {
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

/** What a category of cookies opens a page for. */
type Opening = Pick<ConfiguredScript, 'name' | 'category' | 'sources'>;

// Google's advice for reCAPTCHA with a policy (developers.google.com/recaptcha/docs/faq).
const RECAPTCHA: Opening = {
  name: 'recaptcha',
  category: 'functional',
  sources: {
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'connect-src': 'https://www.google.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  },
};

/** Where recordings are played and downloaded from, and portraits shown, when a bucket keeps them. */
const listBucketSources = (origin: string | null): Sources[] =>
  origin === null ? [] : [{ 'media-src': origin, 'connect-src': origin, 'img-src': origin }];

function buildContentSecurityPolicy(
  firebase: FirebaseWeb | undefined,
  scripts: readonly Sources[],
): string {
  const all = [CONTENT_SECURITY_POLICY, listFirebaseSources(firebase)];
  all.push(...scripts);
  const names = new Set(all.flatMap(Object.keys));
  return [...names]
    .map((name) => [name, ...all.flatMap((sources) => sources[name] ?? [])].join(' '))
    .join('; ');
}

// What a page of ours may ask the device for: the player keeps the screen awake and may fill it.
const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ');

const TWO_YEARS_IN_SECONDS = 63_072_000;

/** The headers every reply carries. HSTS only when people reach the server over https. */
export function buildSecurityHeaders(
  publicUrl: string | undefined,
  firebase?: FirebaseWeb,
  scripts: readonly Sources[] = [],
): Record<string, string> {
  return {
    'content-security-policy': buildContentSecurityPolicy(firebase, scripts),
    // The page must hear of the window in which a person signs in with Google.
    'cross-origin-opener-policy': firebase ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains`,
    }),
  };
}

/** Registers a hook that sets the security headers on every reply. Only pages and their files may be cached. */
export function addSecurityHeaders(app: App): void {
  const { publicUrl, firebase, botCheck, media, thirdPartyScripts } = app.dependencies;
  const bucket = listBucketSources(media.origin);
  const optional: Opening[] = [
    ...thirdPartyScripts,
    ...(botCheck.recaptchaSiteKey === null ? [] : [RECAPTCHA]),
  ];
  const build = (allowed: readonly Opening[]) =>
    buildSecurityHeaders(publicUrl, firebase, [
      ...bucket,
      ...allowed.map(({ sources }) => sources),
    ]);
  const everywhere = build([]);
  const api = { ...everywhere, 'cache-control': 'no-store' };
  const known = new Map<string, ReturnType<typeof build>>();
  /** The headers of a page: open for the scripts that its visitor allowed, and for no other. */
  const getPageHeaders = (cookies: string | undefined) => {
    if (optional.length === 0) return everywhere;
    const choice = readAllowed(cookies);
    const allowed = optional.filter(({ category }) => choice[category]);
    const key = allowed.map(({ name }) => name).join();
    const headers = known.get(key) ?? build(allowed);
    known.set(key, headers);
    return headers;
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPageRoute(request) ? getPageHeaders(request.headers.cookie) : api);
    reply.header('x-request-id', request.id);
    done();
  });
}

/**
 * Whether the matched route serves pages or files of the app; all others are the API. The URL alone is not
 * reliable: `/%61pi/users/me` matches the same route as `/api/users/me`.
 */
export function isPageRoute(request: FastifyRequest): boolean {
  return request.routeOptions.config?.page === true;
}

/** Whether an address belongs to the API, which answers JSON, and not to the pages. */
export function isApiPath(url: string): boolean {
  return /^\/(?:api|health|ready)(?:[/?]|$)/.test(url);
}
