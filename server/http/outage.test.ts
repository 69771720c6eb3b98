// @module-tag whole

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createPool, type Pool } from '#server/db/pool.ts';
import type { App } from '#server/dependencies.ts';
import { createLog } from '#server/log.ts';
import { createTestBrowser, type RouteName } from '#server/testing/test-browser.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { type TestPerson, createTestPerson, PASSWORD } from '#server/testing/people.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/database-proxy.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

const ID = '019a0000-0000-7000-8000-000000000000';
const endpoints = Object.values(contract) as Endpoint[];

let database: Pool;
let proxy: DatabaseProxy;
let pool: Pool;
let app: App;
let person: TestPerson;
let admin: TestPerson;
let dist: string;
const lines: string[] = [];

/** Writes a build whose pages say their language and name. */
async function buildPages(): Promise<void> {
  dist = await mkdtemp(path.join(tmpdir(), 'envol-outage-'));
  await mkdir(path.join(dist, 'client'));
  await writeFile(path.join(dist, 'client/index.html'), '<html lang="en"><div id="root"></div>');
  for (const language of LANGUAGES) {
    await mkdir(path.join(dist, 'pages', language), { recursive: true });
    for (const name of ['home', 'help', 'read-air', 'unavailable'])
      await writeFile(
        path.join(dist, 'pages', language, `${name}.html`),
        `<html lang="${language}"><p>${name}`,
      );
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  pool = createPool(proxy.url, { max: 4 });
  const log = createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } });
  await buildPages();
  const client = path.join(dist, 'client');
  const pages = path.join(dist, 'pages');
  const files = { client, pages, renderer: path.join(dist, 'none.js'), mailFolder: dist };
  const { dependencies } = await createTestDependencies(pool, { log, files });
  app = await buildApp(dependencies);
  person = await createTestPerson(app, pool.db);
  admin = await createTestPerson(app, pool.db, { state: 'admin' });
});
beforeEach(() => void (lines.length = 0));
afterAll(async () => {
  await app.close();
  await app.dependencies.jobs.close();
  await pool.close();
  await proxy.close();
  await database.close();
  await rm(dist, { recursive: true });
});

/** The lines of the log that are not of a single request. */
const readNews = () =>
  lines
    .map((line) => JSON.parse(line) as { route?: string; msg?: string; outage?: string })
    .filter(({ route }) => route === undefined);

/** Calls that a visitor may make, with what they need to come as far as the database. */
const PUBLIC_CALLS: [route: RouteName, body: object][] = [
  ['POST /api/auth/sign-up', { email: 'new@example.org', password: PASSWORD, language: 'en' }],
  ['POST /api/auth/sign-in', { email: 'person@example.org', password: PASSWORD }],
  ['POST /api/auth/forgot', { email: 'person@example.org', language: 'en' }],
  ['POST /api/auth/reset', { token: 'a'.repeat(32), password: PASSWORD }],
  ['POST /api/waitlist', { email: 'person@example.org', language: 'en' }],
];

describe('without its database, the server', () => {
  beforeAll(() => proxy.cut());
  afterAll(() => proxy.restore());

  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'never breaks at %s',
    async (_name, endpoint) => {
      for (const cookie of [person.cookie(), '']) {
        const response = await app.inject({
          method: endpoint.method,
          url: endpoint.path.replace(':id', ID),
          headers: { host: 'localhost', origin: 'http://localhost', ...(cookie && { cookie }) },
        });
        const { statusCode, headers } = response;
        if (statusCode < 500) continue;
        expect([statusCode, response.json(), headers['retry-after']]).toEqual([
          503,
          { error: { code: 'not_ready' } },
          '1',
        ]);
      }
    },
  );

  it.each(PUBLIC_CALLS)('asks to try %s again', async (route, body) => {
    const answer = await createTestBrowser(app).send(route, { body });
    expect([answer.status, answer.body]).toEqual([503, { error: { code: 'not_ready' } }]);
    expect(answer.headers['retry-after']).toBe('1');
  });

  it.each([
    ['/', 'home', 'root'],
    ['/help', 'help', 'root'],
    ['/read/air', 'read-air', 'root'],
  ])('shows %s whole', async (url, forVisitors, signedIn) => {
    for (const [cookie, words] of [
      ['', forVisitors],
      [person.cookie(), signedIn],
    ] as const) {
      const headers = { 'accept-language': 'fr', ...(cookie && { cookie }) };
      const { statusCode, body } = await app.inject({ url, headers });
      expect([statusCode, body]).toEqual([200, expect.stringContaining(words)]);
      expect(body).toContain('<html lang="fr"');
    }
  });

  it('says on the page of a shared session, in the language of its visitor, to try again', async () => {
    for (const cookie of ['', person.cookie()]) {
      const headers = { 'accept-language': 'fr', ...(cookie && { cookie }) };
      const { statusCode, body, headers: sent } = await app.inject({ url: `/s/${ID}`, headers });
      expect([statusCode, body]).toEqual([503, '<html lang="fr"><p>unavailable']);
      expect(sent).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '1',
      });
      expect(sent['etag']).toBeUndefined();
    }
  });

  it('says so to whoever asks whether it is ready, and lives', async () => {
    const ready = await createTestBrowser(app).get('/ready');
    expect([ready.statusCode, ready.json()]).toEqual([503, { error: { code: 'not_ready' } }]);
    expect((await createTestBrowser(app).get('/health')).statusCode).toBe(200);
  });

  it('has told its log once, and not at each request', async () => {
    for (let count = 0; count < 20; count++) await person.call('GET /api/users/me');
    expect(readNews()).toEqual([]);
  });
});

it('tells its log when the database is gone and when it is back, and serves at once then', async () => {
  await expect.poll(() => readNews().map(({ msg }) => msg)).toContain('the database serves again');
  lines.length = 0;
  await proxy.cut();
  expect((await person.call('GET /api/users/me')).status).toBe(503);
  await proxy.restore();
  await expect.poll(async () => (await person.call('GET /api/users/me')).status).toBe(200);
  expect((await createTestBrowser(app).get('/ready')).statusCode).toBe(200);
  await expect
    .poll(() => readNews().map(({ msg, outage }) => [msg, outage]))
    .toEqual([
      [expect.stringContaining('does not answer'), 'unreachable'],
      ['the database serves again', undefined],
    ]);
});

describe('with no room on the disk of its database, the server', () => {
  beforeAll(async () => {
    await database.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  });

  async function withFull(table: string, calls: readonly (readonly [RouteName, object])[]) {
    await database.query(
      `create trigger refuse before insert on ${table} execute function refuse()`,
    );
    const answers = [];
    for (const [route, body] of calls)
      answers.push(await createTestBrowser(app).send(route, { body }));
    await database.query(`drop trigger refuse on ${table}`);
    return answers.map(({ status, body, headers }) => [status, body, headers['retry-after']]);
  }

  const tryAgain = [503, { error: { code: 'not_ready' } }, '1'];

  it('asks to try again whatever is counted', async () => {
    const answers = await withFull('rate_limits', PUBLIC_CALLS);
    expect(answers).toEqual(PUBLIC_CALLS.map(() => tryAgain));
  });

  it('asks to try again where a library hides that the database failed', async () => {
    const own = { email: person.email, password: PASSWORD };
    const newcomer = { email: 'newcomer@example.org', password: PASSWORD, language: 'en' };
    const signUp = ['POST /api/auth/sign-up', newcomer] as const;
    expect(await withFull('auth_users', [signUp])).toEqual([tryAgain]);
    const signIn = ['POST /api/auth/sign-in', own] as const;
    expect(await withFull('auth_sessions', [signIn])).toEqual([tryAgain]);
  });

  it('still shows what there is', async () => {
    expect((await person.call('GET /api/users/me')).status).toBe(200);
    expect((await admin.call('GET /ready')).status).toBe(200);
  });
});
