import { readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;
// One plain name: no folder, no hidden file, nothing to climb with.
const SAFE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;

/** Addresses of the built app's files, such as `/theme.js` and `/assets/app-1a2b3c4d.js`. */
export async function listClientFiles(client: string): Promise<Set<string>> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, `${entry.parentPath}${sep}${entry.name}`).split(sep).join('/'))
    .filter((name) => !/(?:^|\/)\.|\.(?:br|gz|map)$/.test(name) && name !== 'index.html');
  return new Set(names.map((name) => `/${name}`));
}

/** What the cache may do with a file: names with a hash never change, the others are asked for again. */
export function cachingOf(path: string) {
  return path.startsWith('/assets/')
    ? { immutable: true, maxAge: YEAR_MS }
    : { immutable: false, maxAge: 0 };
}

/** Lets replies send files, compressed beforehand where the build left `.br` and `.gz` beside them. */
export async function serveFiles(app: App): Promise<void> {
  const { files } = app.dependencies;
  await app.register(fastifyStatic, { serve: false, preCompressed: true, root: files.client });

  // Recorded narrations. Their names change with their content, so they may be kept for good.
  app.get<{ Params: { name: string } }>('/media/:name', (request, reply) => {
    const { name } = request.params;
    if (!SAFE_NAME.test(name)) throw new AppError('not_found');
    return reply.sendFile(name, files.media, { immutable: true, maxAge: YEAR_MS });
  });
}
