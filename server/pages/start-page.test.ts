import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import { SYNCED_WRITE_KINDS } from '#server/testing/synced-kinds.ts';
import { passes } from '#server/features/billing/table.ts';
import { programs } from '#server/features/programs/table.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { TestPerson, PersonOptions } from '#server/testing/people.ts';

const TONIGHT = `<title>It&#39;s tonight · ${PRODUCT_NAME}</title><a>Sign in</a><main id="page"><h1>Soon</h1></main>`;

let test: TestApp;
let dist: string;
const logged: string[] = [];

const FILES = {
  'client/index.html':
    '<!doctype html><html lang="en"><head><script type="module" crossorigin src="/assets/app.js"></script></head><div id="root"></div></html>',
  'client/.vite/pages.json': JSON.stringify({
    shell: ['assets/shell.js'],
    pages: {
      '/': { en: ['assets/home.js', 'assets/en.js'], fr: ['assets/home.js', 'assets/fr.js'] },
    },
  }),
  'pages/fr/tonight.html': TONIGHT,
  'pages/fr/home.html': '<main>',
  'pages/fr/help@NA.html': '<main>',
  // Says what it was given, in place of what src/render-page.tsx makes of it.
  'ssr/render-page.js': `export function renderPage({ path, language, at, timeZone, replies }) {
    const { name } = replies['/api/users/me'];
    if (name === 'Unlucky') throw new Error('cannot render this');
    if (name === 'Redirected') return null;
    const given = [path, language, at.toISOString(), timeZone, Object.keys(replies).length];
    return '<p>$&' + given.join(' ') + '</p>';
  }`,
};

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'envol-start-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  const at = (name: string) => join(dist, name);
  const files = {
    client: at('client'),
    pages: at('pages'),
    renderer: at('ssr/render-page.js'),
    mailFolder: at('outbox'),
  };
  test = await createTestApp({
    files,
    log: createLog({ level: 'error', stream: { write: (line) => void logged.push(line) } }),
  });
  const programList = [{ slug: 'steps', lessons: ['one'] }];
  await importLibraryAndUpdateSearchIndex(
    test.db,
    await createContentFolder([{ slug: 'one' }, { slug: 'two' }], programList),
  );
});
afterAll(async () => {
  await test.close();
  await rm(dist, { recursive: true });
  await removeContentFolders();
});

const open = (person: TestPerson, url: string) =>
  test.app.inject({ url, headers: { cookie: person.cookie(), 'accept-language': 'en' } });

/** The answers in the page at an address, for a new person. */
async function answersAt(url: string, of?: PersonOptions) {
  const person = await test.createPerson(of);
  const { body } = await open(person, url);
  const block = /<script type="application\/json" id="start">(.*)<\/script>/s.exec(body)?.[1];
  const { answers } = JSON.parse(block ?? '{"answers":{}}') as { answers: Record<string, unknown> };
  return { person, body, answers };
}

/** What the server rendered at an address, for a new person: the markup, and for when. */
async function renderedAt(url: string, of?: PersonOptions) {
  const { body } = await answersAt(url, of);
  const block = /id="start">(.*)<\/script>/s.exec(body)?.[1] ?? '{}';
  const { rendered } = JSON.parse(block) as { rendered: unknown };
  return { body, markup: /<div id="root">(.*?)<\/div>/.exec(body)?.[1], rendered };
}

describe('a start page', () => {
  it.each([
    ['/', '/', 7],
    ['/?utm_source=letter', '/', 7],
    ['/content-library', '/content-library', 7],
    ['/content-library/podcast', '/content-library/podcast', 7],
  ])('at %s is rendered from its replies', async (url, path, count) => {
    const at = test.clock().toISOString();
    const { markup, rendered } = await renderedAt(url, { language: 'fr' });
    expect(markup).toBe(`<p>$&${path} fr ${at} Europe/Paris ${count}</p>`);
    expect(rendered).toEqual({ at, timeZone: 'Europe/Paris' });
  });

  it('holds the app’s scripts in a template until its style is there', async () => {
    const { body } = await renderedAt('/', {});
    const [, held = ''] = /<template id="app-scripts">(.*)<\/template>/.exec(body) ?? [];
    expect(held.match(/[\w-]+\.js/g)).toEqual(['app.js', 'home.js', 'en.js', 'app.js']);
    expect(held.endsWith('<script type="module" crossorigin src="/assets/app.js"></script>')).toBe(
      true,
    );
    expect(body.replace(held, '')).not.toMatch(/modulepreload|type="module"/);
  });

  it('of a session is rendered from its replies', async () => {
    const person = await test.createPerson();
    const { items } = (await person.call('GET /api/contents')).body;
    const { body } = await open(person, `/content/${items[0]?.id}`);
    expect(body).toContain(`<p>$&/content/${items[0]?.id} en `);
    expect(body).toContain('early-presses.js');
  });

  it.each([
    ['of a search', '/content-library?q=fear', {}],
    ['of a session that does not exist', `/content/${crypto.randomUUID()}`, {}],
    ['of somebody without a pass', '/', { state: 'no_pass' }],
    ['from which the app redirects', '/', { name: 'Redirected' }],
    ['that does not start a visit', '/profile', {}],
  ] as const)('%s is left to the browser', async (_what, url, person) => {
    const { body, markup, rendered } = await renderedAt(url, person);
    expect([markup, rendered]).toEqual(['', null]);
    expect(body).not.toContain('early-presses.js');
  });

  it('that cannot be rendered is logged, and sent as before', async () => {
    const { body, markup, rendered } = await renderedAt('/', { name: 'Unlucky' });
    expect([markup, rendered]).toEqual(['', null]);
    expect(body).toContain('/api/dashboard');
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ msg: 'render' }]);
  });
});

describe('the page of somebody who is signed in', () => {
  it('answers what it begins with exactly as the API does', async () => {
    const { person, answers } = await answersAt('/');
    expect(Object.keys(answers)).toEqual([
      '/api/config',
      '/api/auth/identity',
      '/api/users/me',
      '/api/subscription-status',
      '/api/banners/active',
      '/api/dashboard?timeZone=Europe%2FParis',
      '/api/flights',
    ]);
    for (const [url, answer] of Object.entries(answers)) {
      const { body } = await test.app.inject({ url, headers: { cookie: person.cookie() } });
      const { lastActive: _, ...said } = JSON.parse(body) as Record<string, unknown>;
      expect(answer, url).toMatchObject(said);
    }
  });

  it.each([
    ['/content-library', '/api/contents?sort=newest&limit=20'],
    ['/content-library/podcast', '/api/contents?sort=newest&limit=20&category=podcast'],
  ])('at %s has its sessions', async (path, url) =>
    expect((await answersAt(path)).answers).toHaveProperty([url]),
  );

  it('says in the app what a public document says to visitors, in their language', async () => {
    const said = { language: 'fr', title: "It's tonight", html: '<h1>Soon</h1>' };
    const { person, answers } = await answersAt('/tonight', { language: 'fr' });
    expect(answers).toMatchObject({ '/api/documents/tonight': said, '/api/banners/active': [] });
    const read = (name: string) => person.call('GET /api/documents/:name', { params: { name } });
    expect((await read('tonight')).body).toEqual(said);
    for (const other of ['home', 'help@NA', 'read-none', 'app', 'constructor'])
      expect((await read(other)).status, other).toBeOneOf([400, 404]);
  });

  it('is kept by no cache, and is in their language', async () => {
    const french = await test.createPerson({ language: 'fr' });
    const { headers, body } = await open(french, '/');
    expect(headers['cache-control']).toBe('no-store, private');
    expect(headers.etag).toBeUndefined();
    expect(body).toContain('<html lang="fr">');
    expect(body).toMatch(/<link rel="modulepreload"[^>]* href="\/assets\/fr.js">/);
    expect(body).not.toContain('assets/en.js');
  });

  it('cannot be ended by what somebody is called', async () => {
    const name = '</script><script>alert(1)</script>';
    const { body, answers } = await answersAt('/', { name });
    expect(body).not.toContain(name);
    expect(answers).toMatchObject({ '/api/users/me': { name } });
  });

  it('holds nothing that a link could choose', async () => {
    const { body } = await answersAt('/content-library?q=chosen-word');
    expect(body).not.toContain('chosen-word');
  });

  it.each([
    ['onboarding', ['/api/config', '/api/auth/identity', '/api/users/me', '/api/banners/active']],
    [
      'no_pass',
      [
        '/api/config',
        '/api/auth/identity',
        '/api/users/me',
        '/api/subscription-status',
        '/api/banners/active',
      ],
    ],
  ] as const)('of %s has no more than they may see', async (state, urls) =>
    expect(Object.keys((await answersAt('/', { state })).answers)).toEqual(urls),
  );

  it('has nothing of them on a device whose app lock is on', async () => {
    const person = await test.createPerson({ name: 'Ada' });
    const cookie = `${person.cookie()}; envol_lock=1`;
    const { body, statusCode } = await test.app.inject({ url: '/', headers: { cookie } });
    expect(statusCode).toBe(200);
    expect(body).not.toContain('Ada');
    expect(body).not.toContain('id="start"');
    expect((await open(person, '/')).body).toContain('Ada');
  });

  it('has nothing of them once the session ended', async () => {
    const person = await test.createPerson();
    const cookie = person.cookie();
    await person.call('POST /api/auth/sign-out', { body: {} });
    const { body, headers } = await test.app.inject({ url: '/', headers: { cookie } });
    expect([body.includes('id="root"'), body.includes('id="start"')]).toEqual([true, false]);
    expect(headers['cache-control']).toBe('no-cache');
  });
});

describe('the page of somebody who opens it again', () => {
  const findTime = (body: string) => /id="root"><p>\S+ \S+ (\S+)/.exec(body)?.[1];

  it('is the same within the minute, and made anew in the next one', async () => {
    const person = await test.createPerson();
    const began = test.clock().toISOString();
    const first = await open(person, '/');
    test.clock.set(new Date(Math.ceil(test.clock().getTime() / 60_000) * 60_000 - 1));
    const again = await open(person, '/');
    expect(findTime(again.body)).toBe(began);
    const { date: _, 'x-request-id': __, ...headers } = first.headers;
    expect(again.headers).toMatchObject(headers);
    test.clock.advance(1);
    expect(findTime((await open(person, '/')).body)).toBe(test.clock().toISOString());
  });

  it('is made anew at another address, and in another encoding', async () => {
    const person = await test.createPerson();
    const { items } = (await person.call('GET /api/contents')).body;
    for (const path of ['/', '/content-library', `/content/${items[0]?.id}`, '/']) {
      const { body } = await open(person, path);
      expect(body).toContain(`<p>$&${path} `);
      expect((await open(person, path)).body).toBe(body);
    }
    const headers = { cookie: person.cookie(), 'accept-encoding': 'gzip' };
    const zipped = await test.app.inject({ url: '/', headers });
    expect(gunzipSync(zipped.rawPayload).toString()).toContain('<p>$&/ ');
  });

  const addFlight = (person: TestPerson) =>
    person.call('POST /api/flights', {
      body: {
        kind: 'outbound',
        departsOn: test.clock().toISOString().slice(0, 10),
        departsAt: null,
        timeZone: 'Europe/Paris',
        fromAirport: null,
        toAirport: null,
        number: null,
      },
    });
  const minute = 30;
  const pick = (below: number) => below - 1;
  const changes: [
    string,
    (person: TestPerson & { id: string }, contentId: string) => Promise<unknown>,
  ][] = [
    ['a flight', addFlight],
    ['another name', (person) => person.call('PATCH /api/users/me', { body: { name: 'Bea' } })],
    [
      'the end of their pass',
      ({ id }) => test.db.update(passes).set({ endsAt: test.clock() }).where(eq(passes.userId, id)),
    ],
    [
      'another edition of the library',
      async () => importLibrary(test.db, await createContentFolder([{ slug: randomUUID() }])),
    ],
    ...SYNCED_WRITE_KINDS.map(({ name, make, before }): (typeof changes)[number] => [
      `a ${name}`,
      async ({ id }, contentId) => {
        await test.db.execute(
          sql`update health_consents set given_at = '2026-11-01' where user_id = ${id}`,
        );
        const [program] = await test.db.select({ id: programs.id }).from(programs).limit(1);
        const context = { minute, pick, newId: randomUUID, contentId, known: [] };
        const making = { ...context, programId: program?.id ?? '' };
        for (const write of before?.(making) ?? []) await write.send(test.db, id);
        await make(making).send(test.db, id);
      },
    ]),
  ];
  it.each(changes)('tells of %s within the same minute', async (_what, change) => {
    const person = await test.createPerson();
    const { items } = (await person.call('GET /api/contents')).body;
    await open(person, '/');
    await change(person, items[0]?.id ?? '');
    const { body } = await open(person, '/');
    const block = /id="start">(.*)<\/script>/s.exec(body)?.[1] ?? '{}';
    const { answers } = JSON.parse(block) as { answers: Record<string, object> };
    expect(Object.keys(answers).length).toBeGreaterThan(3);
    for (const [url, answer] of Object.entries(answers)) {
      const reply = await test.app.inject({ url, headers: { cookie: person.cookie() } });
      const { lastActive: _, ...said } = JSON.parse(reply.body) as Record<string, unknown>;
      expect(answer, url).toMatchObject(said);
    }
  });
});
