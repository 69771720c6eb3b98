import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import type { OwnDataQuery } from '#server/db/own-data.ts';
import { buildCallerQuerySql } from '#server/features/identity/reads.ts';
import { ownDataForLibraryListQuery } from '#server/features/library/reads.ts';
import { ownProfileQuery } from '#server/features/profile/reads.ts';
import { createLog } from '#server/log.ts';
import { openSiteInProcess, type DatabaseLocation } from './site.ts';

// The built server with the starter library and a person who has practised, in a process of its own.

/** Where the database is, how often they have listened, and whether the studio opens to them. */
export type SiteServerOptions = DatabaseLocation & { listens?: number; isAdmin?: boolean };

/** What the server tells once it listens. */
export interface SiteReadyMessage {
  url: string;
  cookie: string;
  content: string;
  /** What two replies come from, for a bare server. */
  statements: Record<'/list' | '/me', { text: string; params: unknown[] }>;
}

const ROOT = path.join(import.meta.dirname, '..');
const HOUR_MS = 3_600_000;
const timeZone = 'Europe/Paris';
const {
  listens = 6,
  isAdmin = false,
  ...where
} = JSON.parse(process.argv[2] ?? '') as SiteServerOptions;

const sink = openSync('/dev/null', 'w');
const { app, database, createPerson, close } = await openSiteInProcess(where, {
  // Written line by line, as in production.
  log: createLog({ level: 'info', stream: { write: (line) => void writeSync(sink, line) } }),
  files: {
    client: path.join(ROOT, 'dist/client'),
    pages: path.join(ROOT, 'dist/pages'),
    renderer: path.join(ROOT, 'dist/ssr/render-page.js'),
    mailFolder: path.join(ROOT, 'dist'),
  },
});
await importLibraryAndUpdateSearchIndex(database.db, path.join(ROOT, 'content'));
const person = await createPerson({ timeZone, ...(isAdmin && { state: 'admin' }) });
const { items } = (await person.call('GET /api/contents', { query: { limit: 50 } })).body;
const flightDate = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString().slice(0, 10);
await person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
for (const [index, { id: contentId }] of items.slice(0, listens).entries()) {
  const at = new Date(Date.now() - (index + 1) * 7 * HOUR_MS).toISOString();
  const listen = { id: randomUUID(), contentId, startedAt: at, endedAt: at, timeZone };
  await person.call('POST /api/listens', {
    body: { ...listen, positionMs: 60_000, listenedMs: 60_000, completed: index % 3 > 0 },
  });
}
const url = await app.listen({ host: '127.0.0.1', port: 0 });

const [, cookie = ''] = person.cookie().split('envol.session=');
const [token = ''] = decodeURIComponent(cookie).split('.');
const values: Record<string, unknown> = { token, now: new Date().toISOString(), livemode: false };

function describeStatement(own: OwnDataQuery<unknown>) {
  const { sql: text, params } = buildCallerQuerySql(database.db, own);
  const isNamed = (one: unknown): one is { name: string } =>
    typeof one === 'object' && one !== null && 'name' in one;
  return { text, params: params.map((one) => (isNamed(one) ? values[one.name] : one)) };
}
process.send?.({
  url,
  cookie: person.cookie(),
  content: items.at(-1)?.id ?? '',
  statements: {
    '/list': describeStatement(ownDataForLibraryListQuery),
    '/me': describeStatement(ownProfileQuery),
  },
} satisfies SiteReadyMessage);
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
