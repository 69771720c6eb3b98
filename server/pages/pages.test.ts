import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { contents } from '#server/features/contents/table.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

let test: TestApp;
let dist: string;
let places: { client: string; pages: string; renderer: string; mailFolder: string };

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'envol-pages-'));
  const files: Record<string, string | Buffer> = {
    'client/index.html': '<!doctype html><html lang="en"><div id="root"></div></html>',
    'client/first.js': '// first',
    'client/robots.txt': 'Sitemap: @@origin@@/sitemap.xml',
    'client/sitemap.xml': '<loc>@@origin@@/read/air</loc>',
    'client/assets/app-1a2b3c.js': '// app',
    'client/assets/app-1a2b3c.js.gz': gzipSync('// app'),
    'client/.vite/manifest.json': '{}',
    'media/exhale-1.mp3': '0123456789',
    'media/.hidden': 'no',
  };
  for (const language of LANGUAGES) {
    const start = `<html lang="${language}">`;
    const write = (name: string, rest: string) =>
      (files[`pages/${language}/${name}.html`] = start + rest);
    for (const name of ['home', 'privacy', 'not-found', 'unavailable']) write(name, `<p>${name}`);
    write('read-air', '<link href="@@origin@@/read/air">');
    write(
      'shared-flow-meditation',
      '<title>@@title@@</title><link href="@@origin@@/s/@@id@@"><p lang="@@lang@@">@@summary@@ @@minutes@@<svg>@@art@@</svg><p data-cues="@@cues@@">@@text@@',
    );
    write('free-flow-meditation', '<p>free @@cues@@');
  }
  files['pages/fr/app.without-scripts.html'] = '<noscript>help</noscript>';
  files['pages/fr/help.html'] = '<p>help';
  files['pages/fr/help@NA.html'] = '<p>help in America';
  files['pages/fr/home.closed.html'] = '<html lang="fr"><p>closed';
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  const at = (name: string) => join(dist, name);
  places = {
    client: at('client'),
    pages: at('pages'),
    renderer: at('ssr/render-page.js'),
    mailFolder: at('outbox'),
  };
  const findLocation = ({ headers }: { headers: object }) => ({
    country: 'x-american' in headers ? 'US' : null,
    city: null,
  });
  test = await createTestApp({ files: places, media: createMediaStore(at('media')), findLocation });
});
afterAll(async () => {
  await test.close();
  await rm(dist, { recursive: true });
  await removeContentFolders();
});

const visit = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });
const lang = async (url: string, headers: Record<string, string>) =>
  /lang="(..)"/.exec((await visit(url, headers)).body)?.[1];
const token = 'a'.repeat(32);
const signature = createHmac('sha256', TEST_SERVER_SECRET).update(token).digest('base64');
const SIGNED_IN = { cookie: `envol.session=${encodeURIComponent(`${token}.${signature}`)}` };

describe('a visitor', () => {
  it('gets a page as it is where they are, and their own one again after a cache had another', async () => {
    const french = { 'accept-language': 'fr' };
    const anywhere = await visit('/help', french);
    expect(anywhere.body).toBe('<p>help');
    const known = { ...french, 'if-none-match': String(anywhere.headers.etag) };
    expect((await visit('/help', known)).statusCode).toBe(304);
    const american = await visit('/help', { ...known, 'x-american': '1' });
    expect([american.statusCode, american.body]).toEqual([200, '<p>help in America']);
  });

  it.each([
    ['/', 200, 'home'],
    ['/privacy', 200, 'privacy'],
    ['/privacy/', 200, 'privacy'],
    ['/auth', 200, 'root'],
    ['/profile', 404, 'not-found'],
    ['/nothing/here', 404, 'not-found'],
    ['/s/019a', 404, 'not-found'],
    ['/.vite/manifest.json', 404, 'not-found'],
    ['/assets/none.js', 404, 'not-found'],
    ['/..%2f..%2fpackage.json', 404, 'not-found'],
    ['/index.html', 404, 'not-found'],
  ])('at %s gets %i and %s', async (url, status, words) => {
    const response = await visit(url);
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain(words);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('is led to the site by the page at which a Wi-Fi may answer in its place', async () => {
    const { statusCode, headers } = await visit('/network');
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([
      302,
      '/',
      'no-store',
    ]);
  });

  it('reads in the language of the browser, unless another was chosen', async () => {
    const french = { 'accept-language': 'fr-FR,fr;q=0.9' };
    expect(await lang('/', {})).toBe('en');
    expect(await lang('/', french)).toBe('fr');
    expect(await lang('/auth', french)).toBe('fr');
    expect(await lang('/', { ...french, cookie: 'a=b; envol_lang=en' })).toBe('en');
    expect(await lang('/?lang=fr', { cookie: 'envol_lang=en' })).toBe('fr');
    expect(await lang('/?lang=xx', french)).toBe('fr');
  });

  it('has a language chosen by the address remembered for a year', async () => {
    expect((await visit('/?lang=fr')).headers['set-cookie']).toBe(
      'envol_lang=fr; Path=/; Max-Age=31536000; SameSite=Lax',
    );
    expect((await visit('/?lang=xx')).headers['set-cookie']).toBeUndefined();
  });

  it('gets pages that caches keep apart and ask for again', async () => {
    const { headers } = await visit('/');
    expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await visit('/', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const packed = await visit('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers['content-encoding']).toBe('br');
  });
});

describe('somebody with a sign-in cookie', () => {
  it.each([
    ['/', 200],
    ['/content/019a', 200],
    ['/profile', 200],
    ['/nothing/here', 404],
    ['/flight', 200],
  ])('gets the app at %s with status %i', async (url, status) => {
    const response = await visit(url, SIGNED_IN);
    expect([response.statusCode, response.body.includes('id="root"')]).toEqual([status, true]);
  });
});

describe('an article', () => {
  const ARTICLE = '<html lang="fr"><link href="http://localhost/read/air">';

  it.each([
    ['a visitor', {}, ARTICLE],
    ['somebody whose app is locked', { cookie: `${SIGNED_IN.cookie}; envol_lock=1` }, ARTICLE],
    ['somebody with a sign-in cookie', SIGNED_IN, 'id="root"'],
  ])('at its address is, for %s, in their language, %3$s', async (_who, headers, content) => {
    const { statusCode, body } = await visit('/read/air?lang=fr', headers);
    expect([statusCode, body]).toEqual([200, expect.stringContaining(content)]);
    expect((await visit('/Read/Air/', headers)).statusCode).toBe(200);
    for (const url of ['/read/nothing', '/read/..%2fhome', '/read/constructor', '/read/a/b']) {
      const response = await visit(url, headers);
      expect([url, response.statusCode]).toEqual([url, 404]);
    }
  });
});

it('search engines are told the address of every page by the site itself', async () => {
  const robots = await visit('/robots.txt');
  expect(robots.body).toBe('Sitemap: http://localhost/sitemap.xml');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  const sitemap = await visit('/sitemap.xml');
  expect(sitemap.body).toBe('<loc>http://localhost/read/air</loc>');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
});

it('whoever found a hole is told whom to write to, where the operator has an address', async () => {
  expect((await visit('/.well-known/security.txt')).statusCode).toBe(404);
  const operated = await createTestApp({
    operator: { ...test.app.dependencies.operator, email: 'operator@example.org' },
  });
  onTestFinished(() => operated.close());
  const reply = await operated.createBrowser().get('/.well-known/security.txt');
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body).toMatch(/^Contact: mailto:operator@example\.org\nExpires: \d{4}-/);
  const expires = Date.parse(/Expires: (.+)/.exec(reply.body)?.[1] ?? '');
  const days = (expires - operated.clock().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

it('an app of Android’s store is named to Android where the operator has one', async () => {
  const path = '/.well-known/assetlinks.json';
  expect((await visit(path)).statusCode).toBe(404);
  const certificates = [Array.from({ length: 32 }, () => '0A').join(':')];
  const inStore = await createTestApp({ androidApp: { package: 'example.envol', certificates } });
  onTestFinished(() => inStore.close());
  const reply = await inStore.createBrowser().get(path);
  expect(reply.headers['content-type']).toContain('application/json');
  expect(JSON.parse(reply.body)).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'example.envol',
        sha256_cert_fingerprints: certificates,
      },
    },
  ]);
});

describe('files', () => {
  it('with a hash in their name are kept for good, the others are asked for again', async () => {
    const asset = await visit('/assets/app-1a2b3c.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toContain('javascript');
    expect((await visit('/first.js')).headers['cache-control']).toBe('public, max-age=0');
  });

  it('are sent compressed where the build compressed them', async () => {
    const packed = await visit('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.headers['content-type']).toContain('javascript');
    expect((await visit('/assets/app-1a2b3c.js.gz')).statusCode).toBe(404);
  });
});

describe('narrations', () => {
  const HASH = createHash('sha256').update('0123456789').digest('hex').slice(0, 32);
  const address = `/media/${HASH}-exhale-1.mp3`;
  const listener = async (state: 'pass' | 'no_pass') => {
    const person = await test.createPerson({ state });
    return (url: string, headers: Record<string, string> = {}) =>
      visit(url, { cookie: person.cookie(), ...headers });
  };

  it('can be asked for in part, so that a player may seek', async () => {
    const ask = await listener('pass');
    const part = await ask(address, { range: 'bytes=2-5' });
    expect([part.statusCode, part.body]).toEqual([206, '2345']);
    expect(part.headers['content-range']).toBe('bytes 2-5/10');
    const beyond = await ask(address, { range: 'bytes=50-' });
    expect([beyond.statusCode, beyond.headers]).toMatchObject([
      416,
      { 'content-range': 'bytes */10', 'cache-control': 'no-store' },
    ]);
    expect((await ask(address)).headers['accept-ranges']).toBe('bytes');
  });

  it('are for people with a pass, and kept by nobody between', async () => {
    const ask = await listener('pass');
    const askWithout = await listener('no_pass');
    expect((await visit(address)).json()).toEqual({ error: { code: 'unauthorised' } });
    expect((await askWithout(address)).json()).toEqual({ error: { code: 'pass_required' } });
    expect((await ask(address)).headers['cache-control']).toBe(
      'private, max-age=31536000, immutable',
    );
  });

  it.each([
    '/media/.hidden',
    '/media/exhale-1.mp3',
    `/media/${'0'.repeat(32)}-exhale-1.mp3`,
    `/media/${HASH}-.hidden`,
    `/media/${HASH}-%2e%2e%2fclient%2findex.html`,
    `/media/${HASH}-a%00b`,
    '/media/none.mp3',
  ])('%s is not found', async (url) => {
    const response = await (await listener('pass'))(url);
    expect([response.statusCode, response.json()]).toEqual([404, { error: { code: 'not_found' } }]);
  });
});

it('a page of the app says, in its language, what can be read while scripts are switched off', async () => {
  expect((await visit('/auth?lang=fr')).body).toContain(
    '<div id="root"></div><noscript>help</noscript>',
  );
  expect((await visit('/app.without-scripts')).statusCode).toBe(404);
});

it('what a mode of sign-up says otherwise is said by the page itself, and the app is told the mode', async () => {
  const { files } = test.app.dependencies;
  const closed = await createTestApp({ files, signUp: 'closed' });
  const read = async (url: string) => (await closed.app.inject({ url })).body;
  expect(await read('/?lang=fr')).toContain('<p>closed');
  expect(await read('/privacy?lang=fr')).toContain('<p>privacy');
  expect(await read('/auth')).toContain('<html lang="en" data-sign-up="closed">');
  expect((await visit('/?lang=fr')).body).toContain('<p>home');
  expect((await visit('/auth')).body).toContain('<html lang="en">');
  await closed.close();
});

describe('a shared session', () => {
  const script = 'title: <b>"A" & @@id@@</b>\nsummary: What it is.\n---\nSay <this>.\n[pause 70]\n';
  let id: string;
  beforeAll(async () => {
    await importLibrary(test.db, await createContentFolder([{ slug: 'passed-on', script }]));
    id = (await test.db.select().from(contents))[0]?.id ?? '';
  });

  it('is written into its page in either language, every character of it as text', async () => {
    const { statusCode, body, headers } = await visit(`/s/${id}?lang=fr`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain(
      '<html lang="fr"><title>&lt;b&gt;&quot;A&quot; &amp; @@id@@&lt;/b&gt;</title>',
    );
    expect(body).toContain(`/s/${id}"><p lang="fr">What it is. 2<svg><defs>`);
    expect(body).toContain('&quot;Say &lt;this&gt;.&quot;');
    expect(body).toContain('<p><span class="cue" data-cue="0">Say &lt;this&gt;.</span></p>');
    expect(headers['set-cookie']).toContain('envol_lang=fr');
    expect((await visit(`/s/${id}`)).body).toContain('lang="en"');
  });

  it('is a page, and no JSON, also where the server fails', async () => {
    await test.db.execute('alter table published_version rename to gone');
    const { statusCode, body, headers } = await visit(`/s/${id}?lang=fr`);
    await test.db.execute('alter table gone rename to published_version');
    expect([statusCode, body]).toEqual([500, '<html lang="fr"><p>unavailable']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is written into a page of its own where it is free, from beginning to end', async () => {
    const whole = 'title: A\nsummary: B\n---\nSay this.\n[pause 90]\nAnd this.\n';
    const folder = await createContentFolder([
      { slug: 'passed-on', script },
      { slug: 'free', access: 'free', script: whole },
    ]);
    await importLibrary(test.db, folder);
    const rows = await test.db.select().from(contents);
    const { body } = await visit(`/s/${rows.find(({ slug }) => slug === 'free')?.id}`);
    expect(body).toMatch(/^<html lang="en"><p>free .*And this\./);
  });

  it('leads from other ways of writing its address to the one', async () => {
    for (const url of [`/S/${id}`, `/s/${id}/`, `/s/${id.toUpperCase()}/`])
      expect((await visit(url)).headers.location, url).toBe(`/s/${id}`);
    expect((await visit(`/s/${id.toUpperCase()}`)).body).toContain(`/s/${id}"`);
  });

  it('is the app for whoever may be signed in, and 404 to all where there is none', async () => {
    const unknown = `/s/${id.replace(/^../, '00')}`;
    expect((await visit(`/s/${id}`, SIGNED_IN)).body).toContain('id="root"');
    expect((await visit(unknown, SIGNED_IN)).statusCode).toBe(404);
    const hostile = [
      '/s/',
      '/s/x',
      '/s/%00',
      '/s/..%2f..%2fetc',
      `/s/${'9'.repeat(2000)}`,
      unknown,
    ];
    for (const url of hostile) {
      const { statusCode, body } = await visit(url);
      expect([statusCode, body.includes('not-found')], url).toEqual([404, true]);
    }
  });

  it('is counted among what one client may ask in a minute; beyond it, a page says so', async () => {
    const asked = { url: `/s/${id}`, remoteAddress: '192.0.2.7' };
    const bounded = await createTestApp({ files: places, loadLimits: { requestsPerAddress: 2 } });
    const replies = [];
    for (let i = 0; i < 3; i++) replies.push(await bounded.app.inject(asked));
    const { statusCode, body, headers } = replies.at(-1)!;
    expect([statusCode, body]).toEqual([429, '<html lang="en"><p>unavailable']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    await bounded.close();
  });

  it('is gone for everybody once it is unpublished', async () => {
    await test.db.update(contents).set({ unpublishedAt: new Date() });
    expect((await visit(`/s/${id}`)).statusCode).toBe(404);
  });
});
