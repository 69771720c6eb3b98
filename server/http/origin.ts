import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { readApiToken } from './api-token.ts';
import { AppError } from './errors.ts';

const HOST = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Registers a hook that refuses state-changing requests from other sites, with or without a cookie (forbidden_origin):
 * Origin must be ours or, if absent, Sec-Fetch-Site same-origin; signed routes and requests with an API token are exempt. Also refuses requests
 * without exactly one Host header (RFC 9112, section 3.2; invalid_input): of two, a proxy in front may have acted on
 * the other.
 */
export function registerOriginCheck(app: App): void {
  const { publicUrl } = app.dependencies;
  const fixed = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasOneHost(request)) done(new AppError('invalid_input'));
    // What is signed says by itself where it comes from.
    else if (request.routeOptions.config?.signed) done();
    // No other site can have a browser send one, and without it nothing else identifies the caller.
    else if (request.routeOptions.config?.endpoint?.scope && readApiToken(request) !== null) done();
    else if (SAFE.has(request.method) || isFromOwnPage(request, fixed ?? findLocalOrigin(request)))
      done();
    else done(new AppError('forbidden_origin'));
  });
}

function hasOneHost({ raw, headers }: FastifyRequest): boolean {
  if (!headers.host) return raw.httpVersion === '1.0';
  let hosts = 0;
  const { rawHeaders } = raw;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1;
}

function isFromOwnPage(request: FastifyRequest, ours: string | null): boolean {
  if (ours === null) return false;
  const { origin } = request.headers;
  return origin === undefined
    ? request.headers['sec-fetch-site'] === 'same-origin'
    : origin === ours;
}

/**
 * Returns the origin of our site for a request: that of PUBLIC_URL, else the local name or address that was called.
 * @throws {AppError} `forbidden_origin` (no PUBLIC_URL, and called by another name)
 */
export function requireSiteOrigin(request: FastifyRequest): string {
  const { publicUrl } = request.server.dependencies;
  const origin = publicUrl === undefined ? findLocalOrigin(request) : new URL(publicUrl).origin;
  if (origin === null) throw new AppError('forbidden_origin');
  return origin;
}

/**
 * Without PUBLIC_URL the server is called by a local name or an address. Any other name is refused,
 * because another person's domain can be pointed at this machine (DNS rebinding).
 */
function findLocalOrigin(request: FastifyRequest): string | null {
  // A URL reads more into `a@localhost` or `localhost/x` than the Host header can say.
  if (!HOST.test(request.host)) return null;
  const origin = `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) return null;
  const { hostname } = new URL(origin);
  const name = hostname.replace(/^\[|\]$/g, '');
  const isLocal = name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
  return isLocal ? new URL(origin).origin : null;
}
