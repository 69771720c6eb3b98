import type { App } from '#server/dependencies.ts';

// Everything comes from our own origin, and nothing inline: a script that is injected does not run.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

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
export function securityHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains`,
    }),
  };
}

/** Sets them with one hook, from an object made once. */
export function setHeaders(app: App): void {
  const everywhere = securityHeaders(app.dependencies.publicUrl);
  const api = { ...everywhere, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApi(request.url) ? api : everywhere);
    reply.header('x-request-id', request.id);
    done();
  });
}

/** Whether an address belongs to the API, which answers JSON, and not to the pages. */
export function isApi(url: string): boolean {
  return /^\/(?:api|health|ready)(?:[/?]|$)/.test(url);
}
