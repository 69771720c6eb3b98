import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from '#server/dependencies.ts';
import { findAccessRefusalCode } from '#server/http/access.ts';
import { AppError } from '#server/http/errors.ts';
import { fillOrigin } from './documents.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;
/**
 * Lists the URL paths of the built app's files, such as `/first.js`; compressed copies, source maps, hidden files and
 * index.html are left out. Empty when not built.
 */
export async function listClientFiles(client: string): Promise<Set<string>> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, `${entry.parentPath}${sep}${entry.name}`).split(sep).join('/'))
    .filter((name) => !/(?:^|\/)\.|\.(?:br|gz|map)$/.test(name) && name !== 'index.html');
  return new Set(names.map((name) => `/${name}`));
}

/**
 * Returns the cache options of a file by its URL path: hashed names in /assets are immutable, others are revalidated.
 */
export function getCacheOptions(path: string) {
  return path.startsWith('/assets/')
    ? { immutable: true, maxAge: YEAR_MS }
    : { immutable: false, maxAge: 0 };
}

/** Files for crawlers that contain the site's origin, which the build does not know. */
const SITE_FILES = [
  ['robots.txt', 'text/plain; charset=utf-8'],
  ['sitemap.xml', 'application/xml; charset=utf-8'],
] as const;

/** Registers `/robots.txt` and `/sitemap.xml`, filled with the site's origin (not_found when not built). */
export async function serveRobotsAndSitemap(app: App): Promise<void> {
  const { files, baseUrl } = app.dependencies;
  for (const [name, type] of SITE_FILES) {
    const template = await readFile(join(files.client, name), 'utf8').catch(() => null);
    const text = template === null ? null : fillOrigin(template, baseUrl);
    app.get(`/${name}`, { config: { page: true } }, (_request, reply) => {
      if (text === null) throw new AppError('not_found');
      return reply.header('cache-control', 'public, max-age=3600').type(type).send(text);
    });
  }
}

/** How long what `security.txt` says is valid: RFC 9116 recommends less than a year, section 2.5.5. */
const SECURITY_TXT_MS = 180 * 86_400_000;

/**
 * Registers `/.well-known/security.txt` (RFC 9116): the address for reports of a vulnerability, from the operator's
 * settings; 404 where these name no address.
 */
export function serveSecurityTxt(app: App): void {
  const { operator, baseUrl, clock } = app.dependencies;
  const path = '/.well-known/security.txt';
  app.get(path, { config: { page: true } }, (_request, reply) => {
    if (operator.email === null) throw new AppError('not_found');
    const lines = [
      `Contact: mailto:${operator.email}`,
      `Expires: ${new Date(clock().getTime() + SECURITY_TXT_MS).toISOString()}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${baseUrl}${path}`,
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}

/**
 * Registers `/.well-known/assetlinks.json` (https://developers.google.com/digital-asset-links/v1/getting-started): which
 * Android app may open this site without the browser's bar; 404 without the settings of one (docs/android.md).
 */
export function serveAssetLinks(app: App): void {
  const { androidApp } = app.dependencies;
  app.get('/.well-known/assetlinks.json', { config: { page: true } }, (_request, reply) => {
    if (!androidApp) throw new AppError('not_found');
    const target = {
      namespace: 'android_app',
      package_name: androidApp.package,
      sha256_cert_fingerprints: androidApp.certificates,
    };
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/json')
      .send(JSON.stringify([{ relation: ['delegate_permission/common.handle_all_urls'], target }]));
  });
}

/**
 * Registers `reply.sendFile` for the built app's files, with their compressed copies, and the route of recordings and
 * portraits, which requires a pass.
 */
export async function registerFileSendingAndMediaRoute(app: App): Promise<void> {
  const { files, media, identity } = app.dependencies;
  await app.register(fastifyStatic, { serve: false, preCompressed: true, root: files.client });

  // Recorded narrations and portraits, for people with a pass. Their addresses change with their content, so that the
  // device, and only it, may keep them for good. A person who may not listen learns nothing of what is there.
  app.get('/media/:name', async (request, reply) => {
    const shape = /^\/media\/[0-9a-f]{32}-/;
    if (!shape.test(request.url)) throw new AppError('not_found');
    const refusal = findAccessRefusalCode('pass', await identity.identify(request));
    if (refusal) throw new AppError(refusal);
    const location = await media.locate(request.url.replace(/\?.*$/s, ''));
    if (location === null) throw new AppError('not_found');
    // In a bucket: a signed URL that expires, for the caller who was just authorised.
    if ('url' in location) return reply.redirect(location.url, 302);
    void reply.header('cache-control', `private, max-age=${YEAR_MS / 1000}, immutable`);
    return reply.sendFile(location.name, media.folder, { cacheControl: false });
  });
}
