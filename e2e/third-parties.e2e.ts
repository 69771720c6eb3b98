// @module-tag whole

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfiguredThirdPartyScript } from '#server/features/scripts/policy.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { COOKIE_CATEGORIES } from '#shared/rules/cookie-consent.ts';
import { ROUTES } from '#shared/rules/route-table.ts';
import legal from '#web/locales/en/legal.json' with { type: 'json' };
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton, type Visitor } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { BROWSER_LOCALES, createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

/**
 * Another site, with a script for each category that leaves something wherever a page can: of its own name, and of one
 * that its maker does not tell.
 */
let elsewhere: Server;
let origin: string;
const scripts: ConfiguredThirdPartyScript[] = [];
beforeAll(async () => {
  elsewhere = createServer((request, reply) => {
    const name = request.url?.slice(1, -3) ?? '';
    reply.writeHead(200, { 'content-type': 'text/javascript' });
    reply.end(`for (const left of ['_${name}', 'untold']) {
      document.cookie = left + '=1; path=/';
      localStorage.setItem(left, '1');
      sessionStorage.setItem(left, '1');
      indexedDB.open(left);
      caches.open(left);
    }
    document.documentElement.dataset['${name}'] = 'ran';`);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  scripts.push(
    ...COOKIE_CATEGORIES.map((category) => ({
      name: category,
      category,
      src: `${origin}/${category}.js`,
      start: { kind: 'values', values: {} } as const,
      leaves: [`_${category}`],
      sources: { 'script-src': origin },
    })),
    {
      name: 'google',
      category: 'analytics',
      src: `${origin}/google.js`,
      start: { kind: 'google', id: 'G-TEST' },
      leaves: ['_google'],
      sources: { 'script-src': origin },
    },
  );
});
afterAll(() => void elsewhere.close());

const testSite = createTestSite({
  start: () => startTestServer({ thirdPartyScripts: scripts, isTestModeShown: true }),
});

/** The pages of a visitor that need nothing in their address, whatever is added to the table. */
const PUBLIC_PAGES = ROUTES.filter(({ path, states }) => {
  return (states as readonly string[]).includes('signed_out') && !path.includes(':');
}).map(({ path }) => path);
/** What the privacy page says that a device holds, but for what comes with consent alone. */
const NECESSARY = legal.privacy.parts
  .flatMap((part) => ('device' in part ? (part.device ?? []) : []))
  .flatMap(({ names }) => names.split(', '))
  .filter((name) => !['envol_allowed', 'envol-scripts'].includes(name));
const isNecessary = (name: string) =>
  NECESSARY.some((known) => name === known || name.startsWith(`${known}:`));

const readLeft = (page: Page) =>
  page.evaluate(async () => [
    ...document.cookie.split('; ').flatMap((cookie) => cookie.split('=')[0] || []),
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).flatMap(({ name }) => name ?? []),
    // The app's own files are kept for use without a network.
    ...(await caches.keys()).filter((name) => !/^workbox-precache|^envol-later-files/.test(name)),
  ]);
/** Lists what scripts of third parties left, each name once for each place where it is. */
const readForeign = async (page: Page) =>
  (await readLeft(page)).filter((name) => !name.startsWith('envol')).toSorted();
/** Collects what a page asks of other hosts. */
function recordForeign(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (host !== new URL(testSite.server.url).host && /^https?:/.test(protocol))
      foreign.push(request.url());
  });
  return foreign;
}

/** Reads what a page says of the test mode at its top, where nothing lies over it. */
const readTestMode = (page: Page) =>
  page.evaluate(() => {
    const { content, visibility, opacity } = getComputedStyle(document.documentElement, '::before');
    const isSeen = document.elementFromPoint(innerWidth / 2, 12) === document.documentElement;
    return isSeen && visibility === 'visible' && opacity === '1' ? content : null;
  });

/** Opens pages and expects nothing there that is not necessary, and the words of the test mode to be seen. */
async function crawl({ page, t }: Visitor, paths: readonly string[]): Promise<void> {
  const mark = `"${t('billing:test.mark')}"`;
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const left = (await readLeft(page)).filter((name) => !isNecessary(name));
    expect([path, left, await readTestMode(page)]).toEqual([path, [], mark]);
  }
}

const readRun = (page: Page) => page.evaluate(() => Object.keys(document.documentElement.dataset));

describe.each(WALKED_LANGUAGES)('a visitor who reads in %s', (language) => {
  it('brings nobody else into it before a decision and after a refusal, one category after consent to it, and nothing after they withdraw', async () => {
    const device = { undecided: true, language, locale: BROWSER_LOCALES[language] };
    const { page, visitor, t } = await testSite.openVisitor(device);
    const foreign = recordForeign(page);
    const { id } = await findPlayableSession(await testSite.createPerson());
    const pages = [...PUBLIC_PAGES, '/read/turbulence', `/s/${id}`, '/nothing-here'];
    await crawl(visitor, pages);
    await page.goto('/');
    const refused = page.waitForResponse('**/api/cookie-consent');
    await pressButton(visitor, 'cookies:banner.refuse');
    await (await refused).finished();
    await crawl(visitor, pages);
    expect(foreign).toEqual([]);

    await page.goto('/');
    await pressButton(visitor, 'ui:footer.cookies');
    await page.getByText(t('cookies:dialog.functional'), { exact: true }).click();
    const allowed = page.waitForResponse('**/api/cookie-consent');
    await pressButton(visitor, 'cookies:dialog.save');
    await (await allowed).finished();
    // On the page where it was allowed, which is loaded again: the policy of the one that asked was closed.
    await expect.poll(() => readRun(page)).toContain('functional');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(foreign.map((url) => url.slice(origin.length))).toEqual(['/functional.js']);
    const five = (name: string) => Array.from({ length: 5 }, () => name);
    await expect.poll(() => readForeign(page)).toEqual([...five('_functional'), ...five('untold')]);
    // One that ran here before, and that the operator has removed since, leaves while another stays.
    await page.evaluate(() => {
      const { functional } = JSON.parse(localStorage.getItem('envol-scripts')!) as Record<
        string,
        string[]
      >;
      localStorage.setItem('envol-scripts', JSON.stringify({ functional, former: ['_former'] }));
      localStorage.setItem('_former', '1');
      indexedDB.open('_former');
    });
    await page.goto('/help');
    await expect.poll(() => readForeign(page)).toEqual([...five('_functional'), ...five('untold')]);

    const otherTab = await page.context().newPage();
    await otherTab.goto('/read/turbulence');
    await expect.poll(() => readRun(otherTab)).toContain('functional');
    const reloaded = page.waitForEvent('load');
    await pressButton(visitor, 'ui:footer.cookies');
    await pressButton(visitor, 'cookies:dialog.refuseAll');
    await reloaded;
    for (const tab of [page, otherTab])
      await expect.poll(() => readRun(tab)).not.toContain('functional');
    await expect
      .poll(async () => (await readLeft(page)).filter((name) => !isNecessary(name)))
      .toEqual([]);
    expect(foreign).toHaveLength(2);
    await otherTab.close();
  });
});

/** The pages of a signed-in person, an admin's too, that need nothing in their address. */
const OWN_PAGES = ROUTES.filter(({ path }) => !/:\w+$/.test(path)).map(({ path }) =>
  path.replace(/\/:\w+\?$/, ''),
);

it.each([
  ['en', 'has decided nothing'],
  ['fr', 'has refused'],
  ['fr', 'has allowed everything'],
] as const)(
  'somebody signed in, in %s, who %s, meets nobody else on any page',
  async (language, what) => {
    const undecided = what !== 'has refused';
    const { page, visitor, person } = await testSite.openSignedIn(
      { state: 'admin', language },
      { undecided },
    );
    const foreign = recordForeign(page);
    if (what === 'has allowed everything') {
      const all = { analyticsCookies: true, marketingCookies: true, functionalCookies: true };
      await person.call('POST /api/cookie-consent', { body: buildCookieConsentBody(all) });
    }
    const { id } = await findPlayableSession(person);
    await crawl(visitor, [...OWN_PAGES, `/content/${id}`]);
    expect(foreign).toEqual([]);
  },
);

it('Google’s tags are told of each choice: refused at first, then what is allowed, and what is withdrawn', async () => {
  const { page, visitor, t } = await testSite.openVisitor({ undecided: true });
  // Each choice that brings or ends a script loads the page again.
  const readSignals = () =>
    page.evaluate(() => {
      const layer = (globalThis as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [];
      return layer
        .map((entry) => Array.from(entry))
        .filter(([call]) => call === 'consent')
        .map(([, kind, given]) => {
          const { analytics_storage: analytics, ad_storage: ads } = given as Record<string, string>;
          return `${String(kind)}: analytics ${analytics}, ads ${ads}`;
        });
    });
  const choose = async (name: 'analytics' | 'marketing') => {
    const saved = page.waitForResponse('**/api/cookie-consent');
    await pressButton(visitor, 'ui:footer.cookies');
    await page.getByText(t(`cookies:dialog.${name}`), { exact: true }).click();
    await pressButton(visitor, 'cookies:dialog.save');
    await (await saved).finished();
  };
  await crawl({ page, t }, ['/', '/read', '/nothing-here', '/']);
  await choose('analytics');
  const first = ['default: analytics denied, ads denied', 'update: analytics granted, ads denied'];
  await expect.poll(readSignals).toEqual(first);
  await choose('marketing');
  await expect.poll(readSignals).toEqual([first[0], 'update: analytics granted, ads granted']);
  await choose('marketing');
  await expect.poll(readSignals).toEqual(first);
});

it('somebody signed in reads of an announcement where it is for, and no more once they close it', async () => {
  const admin = await testSite.createPerson({ state: 'admin' });
  const banner = {
    name: 'articles',
    isActive: true,
    visibleOnPages: ['programs'],
    displayOrder: 1,
    targetUrl: '/read',
    urlParams: { utm_source: 'banner' },
    translationKey: 'newArticles',
    text: null,
    buttonTranslationKey: 'read',
    buttonText: null,
    startsAt: null,
    endsAt: null,
  };
  await admin.call('POST /api/admin/banners', { body: { banner } });
  const { page, visitor, person, t } = await testSite.openSignedIn({ language: 'fr' });
  const shown = page.getByRole('complementary', { name: t('ui:banner') });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(await shown.count()).toBe(0);
  await page.goto('/programs');
  await shown.waitFor();
  const link = shown.getByRole('link', { name: t('banners:buttons.read') });
  expect(await link.getAttribute('href')).toBe('/read?utm_source=banner');
  const told = page.waitForResponse('**/dismissal');
  await shown.getByRole('button', { name: visitor.t('ui:actions.close') }).click();
  await shown.waitFor({ state: 'detached' });
  await (await told).finished();
  expect((await person.call('GET /api/banners/active')).body).toEqual([]);

  // One for every page is on every page: above it, or at its end where people need help at once.
  const everywhere = { ...banner, visibleOnPages: [], translationKey: 'newSessions' };
  await admin.call('POST /api/admin/banners', { body: { banner: everywhere } });
  for (const path of ['/help', '/sos', '/breathe', '/subscription']) {
    await page.goto(path);
    await shown.waitFor();
    const isAbove = await page.evaluate(
      () =>
        document
          .querySelector('[data-announcement]')!
          .compareDocumentPosition(document.querySelector('main')!) ===
        Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect([path, isAbove]).toEqual([path, path === '/help' || path === '/subscription']);
  }
  const newcomer = await testSite.openSignedIn({ state: 'onboarding' });
  await newcomer.page.goto('/onboarding');
  await newcomer.page.getByText(newcomer.t('banners:texts.newSessions')).waitFor();
});
