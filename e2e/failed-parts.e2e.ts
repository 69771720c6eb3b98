import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** What a document begins with, by the addresses of its requests. */
const ENTRY = /\/assets\/(?:app|public)-[\w-]{7,8}\.js$/;
const STYLES = /\/assets\/style-[\w-]{7,8}\.css$/;
const FIRST_SCRIPT = /\/first\.js$/;
const IMPORTED = /\/assets\/vendor-[\w-]{7,8}\.js$/;
const WORDS = /\/assets\/en-[\w-]{7,8}\.js$/;

/** Makes whether a page has started readable from outside, and has the dark theme chosen there. */
const watchStart = (page: Page) =>
  page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('envol-theme', 'night');
    addEventListener('app-ready', () => (document.documentElement.dataset['ready'] = ''));
  });

/** Waits until a page has its scripts, its styles, and the theme that was chosen. */
const waitUntilWhole = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('html[data-ready][data-theme=night]') &&
      document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet,
  );

const readTries = (page: Page) => page.evaluate(() => sessionStorage.getItem('envol-tries'));

/** Opens a page as often as there are parts, with the first request for one of them answered with 503. */
async function openWithFaults(page: Page, path: string, parts: readonly RegExp[]): Promise<void> {
  await watchStart(page);
  for (const part of parts) {
    let faults = 0;
    // Asked for in the document, and when they are imported.
    const times = part === WORDS ? 2 : 1;
    await page.route(
      part,
      (route) => {
        faults += 1;
        return route.fulfill({ status: 503 });
      },
      { times },
    );
    await page.goto(path);
    await expect.poll(() => faults, { message: String(part) }).toBe(times);
    await waitUntilWhole(page);
    expect(await readTries(page)).toBeNull();
  }
}

/**
 * Has every request for an entry script fail, after what is given, and lets a test turn time forward; returns how many
 * documents were requested.
 */
async function failAlways(page: Page, after?: Promise<void>): Promise<() => number> {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(ENTRY, async (route) => {
    await after;
    await route.fulfill({ status: 503 });
  });
  await page.clock.install();
  return () => documents;
}

it('the app comes whole though a request that it begins with fails', async () => {
  const { page, expectConsoleError } = await testSite.openSignedIn();
  expectConsoleError(/dynamically imported module/);
  await openWithFaults(page, '/', [ENTRY, STYLES, FIRST_SCRIPT, IMPORTED, WORDS]);
});

it('a public page comes whole though a request that it begins with fails', async () => {
  const { page } = await testSite.openVisitor();
  await openWithFaults(page, '/help', [ENTRY, STYLES, FIRST_SCRIPT]);
});

it('a script that never comes is asked for three times more, and the page says what to do', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  const countDocuments = await failAlways(page);
  await page.goto('/');
  // At once, and not as late as where nothing tells that a script failed.
  await page.locator('html[data-late]').getByText(t('landing:late')).waitFor();
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000);
      return countDocuments();
    })
    .toBe(4);
  await page.getByText(t('landing:late')).waitFor();
  await expectAccessible(page, 'a page whose scripts did not come');
  await page.clock.fastForward(100_000);
  expect(countDocuments()).toBe(4);
  // A document that needs no script.
  await page
    .getByRole('alert')
    .getByRole('link', { name: t('ui:nav.helpNow') })
    .click();
  await waitForHeading(visitor, 'help:sos.title');
});

it('what is typed meanwhile stays', async () => {
  const { page, t } = await testSite.openSignedIn();
  const { promise: isTyped, resolve: failNow } = Promise.withResolvers<void>();
  const countDocuments = await failAlways(page, isTyped);
  await page.goto('/content-library', { waitUntil: 'commit' });
  const field = page.getByLabel(t('library:search.label'));
  await field.fill('turbulence');
  failNow();
  await page.locator('html[data-late]').waitFor();
  const answer = page.waitForResponse('**/health');
  await page.clock.fastForward(5000);
  await answer;
  await page.getByText(t('landing:late')).waitFor();
  // By its reply the page has read the one before.
  await page.evaluate(() => fetch('/health').then(() => undefined));
  expect(await readTries(page)).toBeNull();
  expect([countDocuments(), await field.inputValue()]).toEqual([1, 'turbulence']);
});

it('a document of which nothing else comes says so, and opens again when asked', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  await page.route(/\/(?:assets\/.*|[\w-]+\.js)$/, (route) => route.abort());
  await page.goto('/profile');
  await page.getByText(t('landing:late')).waitFor();
  await page.unrouteAll();
  await page.getByRole('link', { name: t('ui:actions.tryAgain') }).click();
  await waitForHeading(visitor, 'profile:title');
});

it('a page that did not wait for a lost style is shown without it, and puts it on when it comes', async () => {
  const { page, visitor } = await testSite.openVisitor();
  // As src/lib/offline/kept-document-response.ts leaves a document.
  await page.route('**/help', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replaceAll('<link rel="stylesheet"', '<link media="not all" rel="stylesheet"')
      .replace('<script src="/first.js"', '<script async src="/first.js"');
    await route.fulfill({ response, body });
  });
  const style = Promise.withResolvers<void>();
  await page.route(STYLES, async (route) => {
    await style.promise;
    await route.continue();
  });
  const readFont = () =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).font);
  await page.goto('/help', { waitUntil: 'commit' });
  await waitForHeading(visitor, 'help:help.title');
  await page.locator('html[data-first]').waitFor();
  const withoutStyle = await readFont();
  style.resolve();
  await expect.poll(readFont).not.toBe(withoutStyle);
});
