import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';

// A person with an account tries to read or change what belongs to others: by known ids, at the same moment, and in what the
// server keeps.

/** In place of the built app: a page that says whose it is. */
const FILES = {
  'client/index.html': '<!doctype html><html lang="en"><head></head><div id="root"></div></html>',
  'ssr/render-page.js': `export function renderPage({ replies, path, language }) {
    const name = replies['/api/users/me'].name.replaceAll('<', '&lt;');
    return '<p>' + [name, path, language].join(' ') + '</p>';
  }`,
};

let test: TestApp;
let dist: string;
let sessions: string[];
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'envol-attacks-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  const at = (name: string) => join(dist, name);
  test = await createTestApp({
    files: {
      client: at('client'),
      pages: at('pages'),
      renderer: at('ssr/render-page.js'),
      mailFolder: at('outbox'),
    },
  });
  await importLibraryAndUpdateSearchIndex(
    test.db,
    await createContentFolder([{ slug: 'one' }, { slug: 'two' }]),
  );
  const person = await test.createPerson();
  sessions = (await person.call('GET /api/contents')).body.items.map(({ id }) => id);
});
afterAll(async () => {
  await test.close();
  await rm(dist, { recursive: true });
  await removeContentFolders();
});

const NAMES = ['Amina', 'Bohdan', 'Chiara', 'Desmond', 'Eluned', 'Farouk', 'Giulietta', 'Hyacinth'];
const createPeople = () => Promise.all(NAMES.map((name) => test.createPerson({ name })));

const openPage = async (own: TestPerson, url: string, headers: Record<string, string> = {}) =>
  (await own.get(url, { 'accept-encoding': 'identity', ...headers })).body;

const expectOnly = (text: string, name: string) =>
  expect(NAMES.filter((one) => text.includes(one))).toEqual([name]);

describe('what the server keeps of pages', () => {
  it('gives nobody a page, or a reply, of somebody else, however many ask in the same moment', async () => {
    const people = await createPeople();
    const urls = ['/', '/content-library', `/content/${sessions[0]}`, '/?a=b', '/%2f', '/profile'];
    for (let round = 0; round < 3; round++)
      await Promise.all(
        people.flatMap((own, index) => [
          ...urls.map(async (url) => expectOnly(await openPage(own, url), NAMES[index] ?? '')),
          own.call('GET /api/users/me').then(({ body }) => expect(body.name).toBe(NAMES[index])),
          own
            .call('GET /api/auth/identity')
            .then(({ body }) => expect(body.identity?.uid).toBe(own.uid)),
        ]),
      );
  });

  it('gives a page to nobody by headers, an ETag or another’s id', async () => {
    const [amina, bohdan] = await createPeople();
    if (!amina || !bohdan) throw new Error('nobody is there');
    const theirs = await amina.get('/');
    const forged = {
      'x-firebase-uid': amina.uid,
      'x-firebase-email': amina.email,
      'if-none-match': theirs.headers['etag'] ?? '*',
      'x-original-url': '/',
      authorization: `Bearer ${amina.cookie()}`,
    };
    expectOnly(await openPage(bohdan, '/', forged), 'Bohdan');
    expect(theirs.headers['cache-control']).toContain('no-store');
    expect(theirs.headers['etag']).toBeUndefined();
    const visitor = await test
      .createBrowser()
      .get('/', { 'accept-encoding': 'identity', ...forged });
    expect(visitor.body).not.toContain('Amina');
  });

  it('ends with the sign-in, a new name, another language and the pass, within the same minute', async () => {
    const own = await test.createPerson({ name: 'Amina' });
    const elsewhere = test.createBrowser();
    await elsewhere.call('POST /api/auth/sign-in', {
      body: { email: own.email, password: PASSWORD },
    });
    for (let twice = 0; twice < 2; twice++) expectOnly(await openPage(own, '/'), 'Amina');
    await own.call('PATCH /api/users/me', { body: { name: 'Bohdan' } });
    expectOnly(await openPage(own, '/'), 'Bohdan');
    await own.call('PATCH /api/users/me', { body: { preferredLanguage: 'fr' } });
    expect(await openPage(own, '/')).toContain('Bohdan / fr');
    await test.db.execute(sql`update passes set revoked_at = now() where user_id = ${own.id}`);
    expect(await openPage(own, '/')).not.toContain('<p>Bohdan');
    await elsewhere.call('POST /api/auth/sessions/end-others', { body: {} });
    expect(await openPage(own, '/')).not.toContain('Bohdan');
  });
});

it('the studio is not there, by status too, for whoever is no admin', async () => {
  const admin = await test.createPerson({ state: 'admin' });
  const others = [await test.createPerson(), test.createBrowser()];
  for (const url of ['/admin', '/admin/content', '/admin/people', '/%61dmin']) {
    for (const other of others) expect((await other.get(url)).statusCode, url).toBe(404);
    expect((await admin.get(url)).statusCode, url).toBe(200);
  }
});

describe('an id of somebody else in what one sends', () => {
  const at = () => test.clock().toISOString();

  it('changes nothing of theirs, and tells nothing of it', async () => {
    const owner = await test.createPerson({ name: 'Amina' });
    const other = await test.createPerson({ name: 'Bohdan' });
    const flight = {
      kind: 'outbound',
      departsOn: '2099-12-31',
      timeZone: 'UTC',
      departsAt: null,
      fromAirport: null,
      toAirport: null,
      number: 'AF 7',
    };
    const { id: flightId } = (await owner.call('POST /api/flights', { body: flight })).body;
    const listen = {
      id: v7(),
      contentId: sessions[0],
      timeZone: 'UTC',
      startedAt: at(),
      endedAt: at(),
      positionMs: 1000,
      listenedMs: 1000,
      completed: true,
    };
    expect((await owner.call('POST /api/listens', { body: listen })).status).toBe(200);
    const read = async () =>
      (
        await test.db.execute(
          sql`select (select json_agg(l) from listens l where user_id = ${owner.id}) as listens,
                     (select json_agg(f) from flights f where user_id = ${owner.id}) as flights,
                     (select json_agg(c) from cookie_decisions c where user_id = ${owner.id}) as consents,
                     (select json_agg(u) from users u where id = ${owner.id}) as profile`,
        )
      ).rows;
    const before = await read();
    const stolen: [string, object][] = [
      ['POST /api/listens', { ...listen, listenedMs: 9, userId: owner.id }],
      ['POST /api/flights', { ...flight, id: flightId, number: 'XX 1', userId: owner.id }],
      ['PATCH /api/flights/:id', { number: 'XX 1' }],
      ['DELETE /api/flights/:id', {}],
      ['POST /api/ledger', { id: v7(), flightId, writtenAt: at(), userId: owner.id }],
      ['POST /api/support/questions', { id: owner.id, contentId: null, text: 'Whose?' }],
      ['POST /api/users', { firebaseUid: owner.uid, name: 'X', email: owner.email }],
      ['PATCH /api/users/me', { id: owner.id, name: 'X' }],
      ['DELETE /api/cookie-consent/:id', {}],
      ['GET /api/cookie-consent/:id', {}],
      [
        'POST /api/customerio/page-view',
        { url: 'https://evil.example', title: '', referrer: '', path: '/', search: '' },
      ],
    ];
    for (const [route, body] of stolen) {
      const id = route.includes('flights') ? flightId : owner.id;
      const sent = route.startsWith('GET') ? { params: { id } } : { params: { id }, body };
      const reply = await other.send(route, sent);
      expect(reply.status, route).toBeLessThan(500);
      expect(JSON.stringify(reply.body), route).not.toContain('Amina');
      expect(JSON.stringify(reply.body), route).not.toContain('AF 7');
    }
    expect(await read()).toEqual(before);
  });

  it('decides about cookies for nobody else', async () => {
    const owner = await test.createPerson();
    const other = await test.createPerson();
    const body = {
      userId: owner.id,
      consentGiven: true,
      necessaryCookies: true,
      analyticsCookies: true,
      marketingCookies: true,
      functionalCookies: true,
      userRegion: 'OTHER',
      ipAddress: null,
      expiresAt: new Date(test.clock().getTime() + 86_400_000).toISOString(),
    };
    await other.call('POST /api/cookie-consent', { body });
    await test.createBrowser().call('POST /api/cookie-consent', { body });
    const read = { params: { id: owner.id } };
    expect((await owner.call('GET /api/cookie-consent/:id', read)).status).toBe(404);
  });

  it('takes no notifications of theirs, and sends none into this house', async () => {
    const own = await test.createPerson();
    const wishes = {
      channel: 'push',
      hour: 9,
      timeZone: 'UTC',
      practice: true,
      pack: false,
      evening: false,
    };
    const inside = [
      ...[
        'http://127.0.0.1:5432/',
        'https://localhost/',
        'https://[::1]/',
        'http://169.254.169.254/',
      ],
      ...['https://fcm.googleapis.com.evil.example/', 'https://fcm.googleapis.com@evil.example/'],
      ...['https://evil.example/fcm.googleapis.com', 'http://fcm.googleapis.com/fcm/send/a'],
      ...['https://fcm.googleapis.com:8443/fcm/send/a', 'https://10.0.0.1/', 'https://0x7f.1/'],
    ];
    for (const endpoint of inside) {
      const subscription = { endpoint, p256dh: 'a', auth: 'a' };
      const reply = await own.call('PUT /api/reminders', { body: { ...wishes, subscription } });
      expect(reply.status, endpoint).toBe(422);
    }
    const { rows } = await test.db.execute(sql`select 1 from push_subscriptions`);
    expect(rows).toEqual([]);
  });
});

it('a name that is a script is text on every page', async () => {
  const name = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
  const own = await test.createPerson({ name });
  for (const url of ['/', '/content-library', '/profile'])
    expect(await openPage(own, url), url).not.toMatch(/<script>alert|"[^"]*<img src=x onerror/);
});
