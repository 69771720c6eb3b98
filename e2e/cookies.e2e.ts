// @module-tag whole

import { describe, expect, it } from 'vitest';
import { PRODUCT_NAME } from '#shared/product.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, expectNoSidewaysScroll, isInViewport } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

const readStored = () =>
  (JSON.parse(localStorage.getItem('envol-cookies') ?? 'null') as { choice: object } | null)
    ?.choice;

describe.each(LANGUAGES)('whoever has decided nothing about cookies, in %s,', (language) => {
  it('is asked on a public page, refuses as easily as they accept, and changes their mind', async () => {
    const { page, visitor, t } = await testSite.openVisitor({
      undecided: true,
      language,
      locale: BROWSER_LOCALES[language],
      viewport: { width: 320, height: 700 },
    });
    await page.goto('/');
    const banner = page.getByRole('region', { name: t('cookies:banner.title') });
    await banner.waitFor();
    const sizes = await Promise.all(
      ['refuse', 'accept'].map((name) =>
        banner.getByRole('button', { name: t(`cookies:banner.${name}`) }).boundingBox(),
      ),
    );
    expect(sizes[0]).toMatchObject({ width: sizes[1]?.width, height: sizes[1]?.height });
    await expectAccessible(page, 'the cookie banner');
    await expectNoSidewaysScroll(page);

    // The smallest common phone: what the page is for stays in sight above it.
    await page.setViewportSize({ width: 360, height: 640 });
    await banner.waitFor();
    const tonight = page.getByRole('link', { name: t('landing:hero.tonight') });
    expect(await isInViewport(tonight), 'help before the flight').toBe(true);
    const join = page.getByRole('link', { name: t('landing:hero.assess') });
    expect(await isInViewport(join), 'the way in').toBe(true);
    const hear = page.locator('main').getByRole('link', { name: t('landing:hero.hear') });
    expect(await isInViewport(hear), 'the excerpt').toBe(true);
    await page.goto(`/?lang=${language}&goodbye`);
    await page.getByText(t('landing:goodbye')).waitFor();
    await banner.waitFor();
    expect(await isInViewport(join), 'the way in below the goodbye').toBe(true);
    await pressButton(visitor, 'cookies:banner.choose');
    const analytics = page.getByRole('checkbox', { name: t('cookies:dialog.analytics') });
    expect(await analytics.isChecked()).toBe(false);
    await expectAccessible(page, 'the cookie preferences');
    await page.getByText(t('cookies:dialog.analytics'), { exact: true }).click();
    await pressButton(visitor, 'cookies:dialog.save');
    await banner.waitFor({ state: 'hidden' });
    expect(await page.evaluate(readStored)).toEqual({
      analytics: true,
      marketing: false,
      functional: false,
    });

    await page.goto('/help');
    await page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
    await pressButton(visitor, 'ui:footer.cookies');
    await analytics.waitFor();
    expect(await analytics.isChecked()).toBe(true);
    await pressButton(visitor, 'cookies:dialog.refuseAll');
    expect(await page.evaluate(readStored)).toMatchObject({ analytics: false });
  });

  it('is asked as a visitor by at most a fifth of the screen, over nothing that a page is for', async () => {
    const { page, t } = await testSite.openVisitor({
      undecided: true,
      language,
      locale: BROWSER_LOCALES[language],
    });
    const banner = page.getByRole('region', { name: t('cookies:banner.title') });
    const faults: string[] = [];
    for (const path of ['/', '/help', '/read', '/privacy']) {
      await page.goto(path);
      await banner.waitFor();
      for (const viewport of SCREENS) {
        await page.setViewportSize(viewport);
        faults.push(...(await page.evaluate(findCovered)).map((fault) => `${path}: ${fault}`));
        if (path === '/') expect(await isInViewport(banner), 'in sight at once').toBe(true);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is asked when signed in, on every page, and nothing lies over what a page is for', async () => {
    const { page, visitor, person, t } = await testSite.openSignedIn(
      { state: 'admin', language },
      { undecided: true },
    );
    const banner = page.getByRole('region', { name: t('cookies:banner.title') });
    const feedback = page.getByRole('complementary', { name: t('feedback:banner.label') });
    const faults: string[] = [];
    // French takes more room: what fits there fits in English.
    for (const path of language === 'fr' ? await listPaths(person) : ['/']) {
      await page.goto(path);
      await page.locator('main h1').first().waitFor();
      await banner.waitFor();
      await feedback.waitFor({ state: 'attached' });
      for (const viewport of SCREENS) {
        await page.setViewportSize(viewport);
        faults.push(...(await page.evaluate(findCovered)).map((fault) => `${path}: ${fault}`));
      }
    }
    const newcomer = await testSite.openSignedIn(
      { state: 'onboarding', language },
      { undecided: true, ...SMALL_PHONE },
    );
    await newcomer.page.goto('/onboarding');
    await newcomer.page.getByRole('region', { name: t('cookies:banner.title') }).waitFor();
    faults.push(...(await newcomer.page.evaluate(findCovered)));
    expect(faults).toEqual([]);
    await page.goto('/');
    await banner.waitFor();
    await page.setViewportSize(SMALL_PHONE.viewport);
    const parts = await banner
      .locator('h2, button')
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
    const middles = parts.map(({ top, bottom }) => Math.round((top + bottom) / 2));
    expect(new Set(middles).size, 'one line').toBe(1);
    expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(50);
    const saved = page.waitForResponse('**/api/cookie-consent');
    await pressButton(visitor, 'cookies:banner.accept');
    await feedback.waitFor();
    await (await saved).finished();
    const params = { id: person.id };
    const { body } = await person.call('GET /api/cookie-consent/:id', { params });
    expect(body).toMatchObject({ consentGiven: true, userRegion: 'UK' });

    // Each page that is come to is reported once, when it is there, under its own title.
    const views: object[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/page-view')) views.push(request.postDataJSON() as object);
    });
    await page.reload();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('app:nav.programs') })
      .first()
      .click();
    const program = page.locator('main a[href^="/programs/"]').first();
    const path = await program.getAttribute('href');
    await program.click();
    await page.waitForURL(`**${path}`);
    await expect.poll(() => views.length).toBe(3);
    const title = await page.locator('main h1').textContent();
    expect(views).toMatchObject([
      { path: '/', title: `${t('home:title')} · ${PRODUCT_NAME}` },
      { path: '/programs', title: `${t('programs:title')} · ${PRODUCT_NAME}` },
      { path, title: `${title} · ${PRODUCT_NAME}` },
    ]);

    // Refused on another device, this one learns of it with the next page at the latest, and reports none after that.
    await person.call('POST /api/cookie-consent', {
      body: buildCookieConsentBody({ userId: person.id }),
    });
    await page.goBack();
    await expect.poll(() => page.evaluate(readStored)).toMatchObject({ analytics: false });
    const { length } = views;
    expect(length).toBeLessThanOrEqual(4);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    await page.waitForLoadState('networkidle');
    expect(views).toHaveLength(length);
  });
});

const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

async function listPaths(person: TestPerson) {
  const { body } = await person.call('GET /api/contents');
  return [
    ...['/', '/content-library', '/programs', '/profile', '/subscription', '/help', '/breathe'],
    ...['/sos', '/plan', '/ladder', '/privacy', `/content/${body.items[0]!.id}`],
    ...['/subscription-success', '/admin', '/admin/content'],
  ];
}

/** Runs in the page: names what lies at the bottom of the screen beside the question, over an action, or on over a fifth. */
function findCovered(): string[] {
  const isShown = (element: Element | null) =>
    element instanceof HTMLElement && element.checkVisibility();
  const held = document.querySelector(
    '[data-held] > .contents > [data-cookies], [data-cookies=""]',
  );
  if (!held || !isShown(held.querySelector('[data-cookie-banner]'))) return [];
  const { top, height } = held.getBoundingClientRect();
  const faults: string[] = [];
  if (height > innerHeight / 5) faults.push(`${height} of ${innerHeight} at ${innerWidth}`);
  if (isShown(document.querySelector('[data-held] > aside'))) faults.push('two at once');
  const first = [...document.querySelectorAll('main :is(a, button, input)')].find(isShown);
  const box = first?.getBoundingClientRect();
  if (box && box.top < innerHeight && box.bottom > top && scrollY === 0)
    faults.push(`over ${first?.textContent} at ${innerWidth}`);
  return faults;
}

it('whose browser sends Global Privacy Control refuses marketing, whatever is pressed, and reads why', async () => {
  const { page, visitor, t } = await testSite.openVisitor({ undecided: true });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  await page.goto('/help');
  await pressButton(visitor, 'ui:footer.cookies');
  await page.getByText(t('cookies:dialog.signal')).waitFor();
  const marketing = page.getByRole('checkbox', { name: t('cookies:dialog.marketing') });
  expect(await marketing.isDisabled()).toBe(true);
  await pressButton(visitor, 'cookies:dialog.acceptAll');
  expect(await page.evaluate(readStored)).toEqual({
    analytics: true,
    marketing: false,
    functional: true,
  });
});
