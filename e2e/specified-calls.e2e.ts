// @module-tag whole

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { banners } from '#server/features/banners/table.ts';
import { createLocationFinder } from '#server/features/region/service.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';
import {
  createAddress,
  pressButton,
  signUp,
  waitForHeading,
  type Visitor,
} from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite } from './fixtures/test-site.ts';

// What the specification says of calls, of what they carry and of when they are made.

const testSite = createTestSite({
  start: async () =>
    startTestServer({
      findLocation: await createLocationFinder({
        countryHeader: undefined,
        trustedProxies: [],
        database: undefined,
      }),
    }),
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Collects the calls of a page to the API whose path matches. */
function recordCalls(page: Page, path: RegExp) {
  const calls: { method: string; path: string; body: unknown }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (path.test(pathname))
      calls.push({ method: request.method(), path: pathname, body: request.postDataJSON() });
  });
  return calls;
}

const openByLink = ({ page, t }: Visitor, key: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: t(`app:nav.${key}`) })
    .first()
    .click();

it('a browser in neither language is answered in English, and so is the profile that it creates', async () => {
  const { page, visitor } = await testSite.openVisitor({ locale: 'de-DE' });
  const created = recordCalls(page, /^\/api\/users$/);
  await page.goto('/auth?mode=sign-up');
  await page.locator('html[lang=en]').waitFor({ state: 'attached' });
  await signUp(visitor, createAddress('german'));
  await waitForHeading(visitor, 'onboarding:name.title');
  await page.locator('html[lang=en]').waitFor({ state: 'attached' });
  expect(created).toMatchObject([{ method: 'POST', body: { preferredLanguage: 'en' } }]);
});

it('a sign-in is told by an empty body, and each page by its URL, title, referrer, path and search', async () => {
  const { page, visitor, person } = await testSite.openSignedIn({}, { undecided: true });
  const given = { userId: person.id, consentGiven: true, analyticsCookies: true };
  await person.call('POST /api/cookie-consent', { body: buildCookieConsentBody(given) });
  // Pages are reported once consent is known.
  await page.goto('/');
  await page.waitForFunction(() => localStorage.getItem('envol-cookies') !== null);
  const calls = recordCalls(page, /^\/api\/customerio\//);
  await page.goto('/profile?tab=settings');
  await expect.poll(() => calls.length).toBe(2);
  await openByLink(visitor, 'programs');
  await expect.poll(() => calls.length).toBe(3);
  const { url } = testSite.server;
  const [signIn, ...views] = calls.toSorted((a, b) => b.path.localeCompare(a.path));
  expect(signIn).toEqual({ method: 'POST', path: '/api/customerio/sign-in', body: {} });
  expect(views).toEqual(
    [
      {
        url: `${url}/profile?tab=settings`,
        title: 'Settings · Profile · Envol',
        referrer: '',
        path: '/profile',
        search: '?tab=settings',
      },
      {
        url: `${url}/programs`,
        title: 'Programs · Envol',
        referrer: `${url}/profile?tab=settings`,
        path: '/programs',
        search: '',
      },
    ].map((body) => ({ method: 'POST', path: '/api/customerio/page-view', body })),
  );
});

it('a decision about cookies whose time is over is ended on the server and on the device, and asked for anew', async () => {
  const { page, person, t } = await testSite.openSignedIn({}, { undecided: true });
  const banner = page.getByRole('region', { name: t('cookies:banner.title') });
  const { clock } = testSite.server;
  const expiresAt = new Date(clock().getTime() + 2 * DAY_MS).toISOString();
  const all = { analyticsCookies: true, marketingCookies: true, functionalCookies: true };
  const given = { userId: person.id, consentGiven: true, ...all, expiresAt };
  await person.call('POST /api/cookie-consent', { body: buildCookieConsentBody(given) });
  const path = `/api/cookie-consent/${person.id}`;
  const calls = recordCalls(page, /^\/api\/cookie-consent/);
  await page.goto('/programs');
  await expect.poll(() => calls).toMatchObject([{ method: 'GET', path }]);
  expect(await banner.count()).toBe(0);

  await page.clock.setFixedTime(new Date(clock().getTime() + 3 * DAY_MS));
  await page.goto('/programs');
  await banner.waitFor();
  expect(calls.slice(1)).toMatchObject([
    { method: 'GET', path },
    { method: 'DELETE', path },
  ]);
  expect(
    (await person.call('GET /api/cookie-consent/:id', { params: { id: person.id } })).status,
  ).toBe(404);

  // A visitor's is on the device alone, for twelve months.
  const visitor = await testSite.openVisitor({ undecided: true });
  const asked = visitor.page.getByRole('region', { name: t('cookies:banner.title') });
  await visitor.page.goto('/help');
  const saved = visitor.page.waitForResponse('**/api/cookie-consent');
  await pressButton(visitor.visitor, 'cookies:banner.accept');
  await (await saved).finished();
  const stored = () => visitor.page.evaluate(() => localStorage.getItem('envol-cookies'));
  for (const [days, isAsked] of [
    [364, false],
    [367, true],
  ] as const) {
    await visitor.page.clock.setFixedTime(new Date(clock().getTime() + days * DAY_MS));
    await visitor.page.goto('/help');
    await visitor.page.waitForLoadState('networkidle');
    expect([days, (await asked.count()) > 0]).toEqual([days, isAsked]);
    expect((await stored()) === null).toBe(isAsked);
  }
});

it.each([
  ['80.67.169.12', 'FR', 'EU', false, 'en-US', 'America/New_York'],
  ['212.58.244.1', 'GB', 'UK', false, 'en-US', 'America/New_York'],
  ['8.8.8.8', 'US', 'US', true, 'fr-FR', 'Europe/Paris'],
  ['133.11.0.1', 'JP', 'OTHER', true, 'en-GB', 'Europe/London'],
] as const)(
  'from %s the country is looked up as %s: the region is %s, whatever the browser says, and all on is %s',
  async (ip, country, region, isOn, locale, timezoneId) => {
    const device = { locale, timezoneId, extraHTTPHeaders: { 'x-forwarded-for': ip } };
    const language = locale === 'fr-FR' ? 'fr' : 'en';
    const { page, visitor, t } = await testSite.openVisitor({
      ...device,
      language,
      undecided: true,
    });
    const asked = page.waitForResponse('**/api/region');
    await page.goto('/help');
    await pressButton(visitor, 'ui:footer.cookies');
    expect(await (await asked).json()).toEqual({ country_code: country, city: null, ip });
    for (const name of ['analytics', 'marketing', 'functional']) {
      const box = page.getByRole('checkbox', { name: t(`cookies:dialog.${name}`) });
      await box.waitFor({ state: 'attached' });
      expect([name, await box.isChecked()]).toEqual([name, isOn]);
    }
    const sent = page.waitForRequest('**/api/cookie-consent');
    await pressButton(visitor, 'cookies:dialog.save');
    const body = (await sent).postDataJSON() as unknown;
    const choice = { analyticsCookies: isOn, marketingCookies: isOn, functionalCookies: isOn };
    expect(body).toMatchObject({
      userId: null,
      userRegion: region,
      ipAddress: ip,
      consentGiven: isOn,
      ...choice,
    });
  },
);

it('a query is fresh for five minutes and kept for ten, is tried twice, and asks again neither by itself nor on focus', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  const calls = recordCalls(page, /^\/api\/programs$/);
  const list = page.locator('main a[href^="/programs/"]').first();
  const skeleton = page.locator('main [data-skeleton]');
  const leave = async () => {
    await openByLink(visitor, 'profile');
    await waitForHeading(visitor, 'profile:title');
  };
  const comeBack = () => openByLink(visitor, 'programs');
  await page.goto('/profile');
  await page.clock.install();
  await comeBack();
  await list.waitFor();
  expect(calls).toEqual([{ method: 'GET', path: '/api/programs', body: null }]);
  // Open for an hour, and looked at again.
  await page.clock.fastForward(60 * MINUTE_MS);
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await leave();
  await comeBack();
  // Stale meanwhile: what is kept is shown, and asked for again.
  await expect.poll(() => calls.length).toBe(2);
  await list.waitFor();
  await leave();
  await page.clock.fastForward(4 * MINUTE_MS);
  await comeBack();
  await list.waitFor();
  await leave();
  expect(calls).toHaveLength(2);

  let letGo = () => {};
  await page.route('**/api/programs', async (route) => {
    await new Promise<void>((resolve) => (letGo = resolve));
    await route.fallback();
  });
  await page.clock.fastForward(9 * MINUTE_MS);
  await comeBack();
  await expect.poll(() => calls.length).toBe(3);
  expect([await list.count(), await skeleton.count()]).toEqual([1, 0]);
  letGo();
  await leave();
  await page.clock.fastForward(11 * MINUTE_MS);
  await comeBack();
  await skeleton.waitFor();
  await expect.poll(() => calls.length).toBe(4);
  letGo();
  await list.waitFor();

  await page.unroute('**/api/programs');
  await page.route('**/api/programs', (route) =>
    route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS }),
  );
  await leave();
  await page.clock.fastForward(11 * MINUTE_MS);
  await comeBack();
  await expect.poll(() => calls.length).toBe(5);
  await page.clock.fastForward(MINUTE_MS);
  await page.getByText(t('errors:server_error')).waitFor();
  await page.clock.fastForward(MINUTE_MS);
  expect(calls).toHaveLength(6);
});

beforeAll(async () => {
  const banner = {
    isActive: true,
    visibleOnPages: [],
    targetUrl: null,
    urlParams: {},
    text: null,
    buttonTranslationKey: null,
    buttonText: null,
  };
  await testSite.server.db.insert(banners).values([
    { ...banner, name: 'third', displayOrder: 30, translationKey: 'feedback' },
    { ...banner, name: 'first', displayOrder: 10, translationKey: 'newArticles' },
    { ...banner, name: 'second', displayOrder: 20, translationKey: 'newSessions' },
  ]);
});

it('announcements are fetched for whoever is signed in, and come one after the other in their order', async () => {
  const stranger = await testSite.openVisitor();
  const none = recordCalls(stranger.page, /^\/api\/banners/);
  await stranger.page.goto('/auth');
  await stranger.page.waitForLoadState('networkidle');
  expect(none).toEqual([]);

  const { page, t } = await testSite.openSignedIn();
  const shown = page.getByRole('complementary', { name: t('ui:banner') });
  await page.goto('/programs');
  for (const text of [
    'There are new articles about what happens on board.',
    'There are new sessions in the library.',
    'We’re still building this. Tell us what helped, and what didn’t.',
  ]) {
    await shown.getByText(text).waitFor();
    const told = page.waitForResponse('**/dismissal');
    await shown.getByRole('button', { name: t('ui:actions.close') }).click();
    await (await told).finished();
  }
  await shown.waitFor({ state: 'detached' });
});

it('a query that is refused as signed out is nothing where that is wanted, and anywhere else an error that says so', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  // As when the server could not find them out: they are asked for by the page.
  await page.route(`${testSite.server.url}/profile`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"/api/banners/active":', '"":');
    await route.fulfill({ response, body });
  });
  const refuse = (path: string) =>
    page.route(`**${path}`, (route) =>
      route.fulfill({
        status: 401,
        headers: SERVER_MARK_HEADERS,
        json: { error: { code: 'unauthorised' } },
      }),
    );
  await refuse('/api/banners/active');
  await refuse('/api/programs');
  const calls = recordCalls(page, /^\/api\/(?:banners\/active|auth\/identity|programs)$/);
  const listPaths = () => calls.map(({ path }) => path);
  await page.goto('/profile');
  await waitForHeading(visitor, 'profile:title');
  await page.waitForLoadState('networkidle');
  // An announcement needs no identity.
  expect(listPaths()).toEqual(['/api/banners/active']);
  await openByLink(visitor, 'programs');
  await page.getByText(t('errors:unauthorised')).waitFor();
  await expect
    .poll(listPaths)
    .toEqual(['/api/banners/active', '/api/programs', '/api/auth/identity']);
});
