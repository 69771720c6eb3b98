// @module-tag whole

import { describe, expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { waitForHeading, startPlayback, pressButton } from './fixtures/steps.ts';
import {
  createTestSite,
  BROWSER_LOCALES,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(WALKED_LANGUAGES)('a page whose code cannot come, in %s', (language) => {
  it('says so, leads back to one that is there, and comes once the network returns', async () => {
    const { page, visitor, t } = await testSite.openSignedIn(
      { language },
      { ...SMALL_PHONE, locale: BROWSER_LOCALES[language] },
    );
    await page.goto('/');
    const toPrograms = page.getByRole('link', { name: t('app:nav.programs') });
    await toPrograms.waitFor();
    await page.context().setOffline(true);
    await toPrograms.click();
    await page.getByText(t('errors:network')).waitFor();
    // Nothing waits on this device, so nothing is said to be saved on it.
    await page.getByText(t('app:unknown.kept')).waitFor();
    await page.getByRole('link', { name: t('ui:nav.helpNow') }).waitFor();
    await expectAccessible(page, 'a page whose code did not come');
    await page.getByRole('link', { name: t('ui:notFound.goHome') }).click();
    await page.getByText(t('errors:network')).waitFor({ state: 'detached' });
    await toPrograms.click();
    await page.getByText(t('errors:network')).waitFor();
    await page.context().setOffline(false);
    await waitForHeading(visitor, 'programs:title');
  });
});

it('a page whose code did not come is tried again when asked', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  await page.route('**/programs-page*', (route) => route.abort());
  await page.goto('/programs');
  await page.getByText(t('errors:network')).waitFor();
  await page.unroute('**/programs-page*');
  await pressButton(visitor, 'ui:actions.tryAgain');
  await waitForHeading(visitor, 'programs:title');
});

it('a page whose code a silent network holds back says so after fifteen seconds, and is shown when it comes', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  const code = Promise.withResolvers<void>();
  await page.route('**/programs-page*', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: t('app:nav.programs') }).click();
  await page.waitForURL('**/programs');
  const fault = page.getByText(t('errors:network'));
  await page.clock.fastForward(14_000);
  expect(await fault.count()).toBe(0);
  await page.clock.fastForward(1_000);
  await fault.waitFor();
  code.resolve();
  await waitForHeading(visitor, 'programs:title');
  expect(await fault.count()).toBe(0);
});

it('an app that the server has in a newer version only is loaded anew', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  await page.goto('/');
  const toPrograms = page.getByRole('link', { name: t('app:nav.programs') });
  await toPrograms.waitFor();
  let isOld = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await page.route('**/programs-page*', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await toPrograms.click();
  await pressButton(visitor, 'ui:actions.tryAgain');
  await pressButton(visitor, 'ui:actions.tryAgain');
  await waitForHeading(visitor, 'programs:title');
  expect(isOld).toBe(false);
});

it('a session plays on from page to page after the network is gone, and a page that cannot come says that what was done is saved here', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({}, SMALL_PHONE);
  await page.goto('/content-library');
  await page.locator('main a[href^="/content/"]').first().click();
  await startPlayback(visitor);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.goBack();
  await waitForHeading(visitor, 'library:title');
  await page.getByRole('button', { name: t('player:controls.pause') }).waitFor();
  await page.goForward();
  await pressButton(visitor, 'player:complete.mark');
  await page.goBack();
  await page.getByRole('link', { name: t('app:nav.programs') }).click();
  await page.getByText(t('app:unknown.safe')).waitFor();
});

it('the terms that cannot come say so, and leave what was typed', async () => {
  const { page, t } = await testSite.openVisitor();
  await page.goto('/auth');
  await page.getByLabel(t('auth:email'), { exact: true }).fill('ada@example.org');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'terms', exact: true }).click();
  await page.getByText(t('errors:network')).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByLabel(t('auth:email'), { exact: true }).inputValue()).toBe(
    'ada@example.org',
  );
});

it('help opens without a network though it was never opened before', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({}, SMALL_PHONE);
  const code = Promise.all(
    ['sos-page', 'help-page', 'en-help'].map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(name)),
    ),
  );
  await page.goto('/');
  await code;
  await page.context().setOffline(true);
  await page.getByRole('link', { name: t('ui:nav.helpNow'), exact: true }).click();
  await waitForHeading(visitor, 'help:sos.title');
  await page.getByRole('link', { name: t('help:sos.numbers') }).click();
  await waitForHeading(visitor, 'help:help.title');
  await expect
    .poll(() => page.locator('#emergency').evaluate((it) => it === document.activeElement))
    .toBe(true);
  expect((await page.locator('#emergency').boundingBox())?.y).toBeLessThan(100);
  await page
    .locator('main')
    .getByRole('link', { name: t('help:help.sos') })
    .click();
  await waitForHeading(visitor, 'help:sos.title');
});
