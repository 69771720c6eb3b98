// @module-tag whole

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { hasFocus } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

const START = { dashboard: '/', library: '/content-library' } as const;
/** What may be asked for before the page has its data: scripts, style, fonts, and the document. */
const MAX_REQUESTS = 12;

/** Everything the page asks for from now on, as `GET /path`. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

/**
 * Without the scripts that the document does not name, which come once nothing else is to be done, without what is told, and
 * without the icon, which a browser with a window asks for once the page is painted.
 */
const waitedFor = (asked: readonly string[], html: string) =>
  asked.filter(
    (call) =>
      call.startsWith('GET ') &&
      call !== 'GET /icon.svg' &&
      (!call.includes('.js') || html.includes(call.replace('GET ', ''))),
  );

const reads = (asked: readonly string[]) => asked.filter((call) => call.startsWith('GET /api/'));
const session = 'main a[href^="/content/"]';

describe.each(LANGUAGES)('somebody who is signed in, in %s,', (language) => {
  it.each(Object.entries(START))('has the %s without a call after it', async (_name, path) => {
    const { page } = await testSite.openSignedIn({ language });
    const asked = listen(page);
    const html = (await (await page.goto(path))?.text()) ?? '';
    await page.locator(session).first().waitFor();
    expect(reads(asked)).toEqual([]);
    expect(waitedFor(asked, html).length).toBeLessThanOrEqual(MAX_REQUESTS);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((call, index) => asked.indexOf(call) !== index)).toEqual([]);
  });

  it('has a session without a call after its page', async () => {
    const { page, person } = await testSite.openSignedIn({ language });
    const { id } = await findPlayableSession(person);
    const asked = listen(page);
    const html = (await (await page.goto(`/content/${id}`))?.text()) ?? '';
    await page.locator(`h1[lang=${language}]`).waitFor();
    expect(reads(asked)).toEqual([]);
    expect(waitedFor(asked, html).length).toBeLessThanOrEqual(MAX_REQUESTS);
  });
});

it('the shortcut to the next session opens it without a fault of the page', async () => {
  const { page, t } = await testSite.openSignedIn();
  await page.goto('/?next');
  await page.waitForURL(/\/content\//);
  await page.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
});

it('names every script that the dashboard waits for in its document', async () => {
  const { page } = await testSite.openSignedIn();
  const asked = listen(page);
  const html = (await (await page.goto('/'))?.text()) ?? '';
  await page.locator(session).first().waitFor();
  const scripts = asked.flatMap((call) => /assets\/[\w-]+\.js/.exec(call) ?? []);
  const named = scripts.filter((file) => html.includes(file));
  expect(named.length).toBeGreaterThan(3);
  expect(scripts.slice(0, named.length)).toEqual(named);
});

it('the next person on a device begins with what is theirs', async () => {
  const { page } = await testSite.openSignedIn({ name: 'Beryl' });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /Beryl/ }).waitFor();
  await testSite.authenticate(page, await testSite.createPerson({ name: 'Amy' }));
  const html = (await (await page.reload())?.text()) ?? '';
  expect([html.includes('Amy'), html.includes('Beryl')]).toEqual([true, false]);
  await page.getByRole('heading', { level: 1, name: /Amy/ }).waitFor();
});

/** Keeps the app's scripts from a page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    // Those of a page that was left meanwhile are not asked for any more.
    await route.continue().catch(() => {});
  });
  return release;
}

/**
 * Sums up how far things moved without being asked to; `readShift` reads it. All of it is in the font that comes before
 * the page's own: where that comes after the first picture, lines move with it, by as much as the machine is slow.
 */
async function observeShift(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
      document.documentElement.dataset['shift'] = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
    addEventListener('app-ready', () => (document.documentElement.dataset['ready'] = ''));
  });
}
const readShift = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));

const waitUntilReady = (page: Page) => page.locator('html[data-ready]').waitFor();
/** What can be read on the page, except the number of flights that landed, which grows by itself. */
const readText = async (page: Page) =>
  (await page.locator('main').innerText()).replaceAll(/\d[\d\s,]*/gu, '0');

const openSession = async (language: 'en' | 'fr') => {
  const device = await testSite.openSignedIn({ language, name: 'Beryl' });
  const [first] = (await device.person.call('GET /api/contents')).body.items;
  if (!first) throw new Error('there is no session');
  return { ...device, path: `/content/${first.id}`, title: first.title };
};

describe.each(LANGUAGES)('before the scripts have come, in %s,', (language) => {
  it.each(Object.entries(START))(
    'the %s can be read, and its links lead on',
    async (name, path) => {
      const { page, visitor, t, title } = await openSession(language);
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await (name === 'dashboard'
        ? page.getByRole('heading', { level: 1, name: /Beryl/ }).waitFor()
        : page.getByRole('link', { name: title }).waitFor());
      expect(await page.locator('[aria-busy=true]').count()).toBe(0);
      await page.locator(session).first().click();
      await page.waitForURL(/\/content\//, { waitUntil: 'commit' });
      await page.getByRole('link', { name: t('player:back') }).click();
      await waitForHeading(visitor, 'library:title');
      release();
    },
  );

  it.each(['dashboard', 'library', 'session'] as const)(
    'the %s is as the app then has it, and nothing moves',
    async (name) => {
      const { page, path, t } = await openSession(language);
      await observeShift(page);
      const release = await holdScripts(page);
      await page.goto(name === 'session' ? path : START[name], { waitUntil: 'commit' });
      // The heading is there before the rest of a document that is still being read.
      await page.waitForFunction(() => document.readyState !== 'loading');
      const before = await readText(page);
      expect(before.length).toBeGreaterThan(100);
      release();
      await waitUntilReady(page);
      // The download button has a place from the start, and a script of its own.
      const download = `${t('downloads:download')}\n`;
      expect((await readText(page)).replace(download, '')).toBe(before);
      await page.waitForLoadState('networkidle');
      expect(await readShift(page)).toBe(0);
    },
  );

  it('what is pressed and typed is answered once they are there', async () => {
    const { page, visitor, t, path, title } = await openSession(language);
    await observeShift(page);
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await pressButton(visitor, 'player:controls.play');
    release();
    await page.getByRole('button', { name: t('player:controls.pause') }).waitFor();

    await page.unrouteAll();
    const releaseAgain = await holdScripts(page);
    await page.goto('/content-library', { waitUntil: 'commit' });
    const field = page.getByLabel(t('library:search.label'));
    await field.fill('turbul');
    const scrolled = await page.evaluate(() => {
      scrollTo({ top: 120, behavior: 'instant' });
      return scrollY;
    });
    releaseAgain();
    await waitUntilReady(page);
    expect([await hasFocus(field), await page.evaluate(() => scrollY)]).toEqual([true, scrolled]);
    await page.waitForURL(/q=turbul/);
    expect(await field.inputValue()).toBe('turbul');
  });
});

it('a device in another time zone has its own day once the app is there', async () => {
  const { page } = await testSite.openSignedIn({}, { timezoneId: 'Pacific/Auckland' });
  const own = page.waitForResponse(/\/api\/dashboard\?timeZone=Pacific%2FAuckland/);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator(session).first().waitFor();
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[aria-busy=true]'))
        document.documentElement.dataset['skeleton'] = '';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await own;
  expect(await page.locator('html[data-skeleton]').count()).toBe(0);
});

it.each(['onboarding', 'no_pass'] as const)(
  'the document of somebody in %s holds no page, and leads where they may go',
  async (state) => {
    const { page } = await testSite.openSignedIn({ state });
    const html = (await (await page.goto('/content-library'))?.text()) ?? '';
    expect(html).toContain('<div id="root"></div>');
    await page.waitForURL(state === 'onboarding' ? /\/onboarding/ : /\/subscription/);
  },
);
