import { describe, expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { arriveAt, play, press } from './fixtures/steps.ts';
import { aWorld, LOCALES, SMALL } from './fixtures/world.ts';

const world = aWorld();

describe.each(['en', 'fr'] as const)('a page whose code cannot come, in %s', (language) => {
  it('says so, leads back to one that is there, and comes once the network returns', async () => {
    const { page, visit, say, complaints, close } = await world.visitOf(
      { language },
      { ...SMALL, locale: LOCALES[language] },
    );
    await page.goto('/');
    const toPrograms = page.getByRole('link', { name: say('app:nav.programs') });
    await toPrograms.waitFor();
    await page.context().setOffline(true);
    await toPrograms.click();
    await page.getByText(say('errors:network')).waitFor();
    await page.getByRole('link', { name: say('ui:nav.helpNow') }).waitFor();
    await expectAccessible(page, 'a page whose code did not come');
    await page.getByRole('link', { name: say('ui:notFound.goHome') }).click();
    await page.getByText(say('errors:network')).waitFor({ state: 'detached' });
    await toPrograms.click();
    await page.getByText(say('errors:network')).waitFor();
    await page.context().setOffline(false);
    await arriveAt(visit, 'programs:title');
    expect(complaints).toEqual([]);
    await close();
  });
});

it('a page whose code did not come is tried again when asked', async () => {
  const { page, visit, say, close } = await world.visitOf();
  await page.route('**/programs-page*', (route) => route.abort());
  await page.goto('/programs');
  await page.getByText(say('errors:network')).waitFor();
  await page.unroute('**/programs-page*');
  await press(visit, 'ui:actions.tryAgain');
  await arriveAt(visit, 'programs:title');
  await close();
});

it('an app that the server has in a newer version only is loaded anew', async () => {
  const { page, visit, say, close } = await world.visitOf();
  await page.goto('/');
  const toPrograms = page.getByRole('link', { name: say('app:nav.programs') });
  await toPrograms.waitFor();
  let isOld = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await page.route('**/programs-page*', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await toPrograms.click();
  await press(visit, 'ui:actions.tryAgain');
  await press(visit, 'ui:actions.tryAgain');
  await arriveAt(visit, 'programs:title');
  expect(isOld).toBe(false);
  await close();
});

it('a session plays on from page to page after the network is gone', async () => {
  const { page, visit, say, close } = await world.visitOf({}, SMALL);
  await page.goto('/content-library');
  await page.locator('main a[href^="/content/"]').first().click();
  await play(visit);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.goBack();
  await arriveAt(visit, 'library:title');
  await page.getByRole('button', { name: say('player:controls.pause') }).waitFor();
  await close();
});

it('the terms that cannot come say so, and leave what was typed', async () => {
  const { page, say, close } = await world.stranger();
  await page.goto('/auth');
  await page.getByLabel(say('auth:email'), { exact: true }).fill('ada@example.org');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'terms', exact: true }).click();
  await page.getByText(say('errors:network')).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByLabel(say('auth:email'), { exact: true }).inputValue()).toBe(
    'ada@example.org',
  );
  await close();
});

it('help opens without a network though it was never opened before', async () => {
  const { page, visit, say, close } = await world.visitOf({}, SMALL);
  const code = Promise.all(
    ['sos-page', 'help-page', 'en-public'].map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(name)),
    ),
  );
  await page.goto('/');
  await code;
  await page.context().setOffline(true);
  await page.getByRole('link', { name: say('ui:nav.helpNow'), exact: true }).click();
  await arriveAt(visit, 'help:sos.title');
  await page.getByRole('link', { name: say('help:sos.numbers') }).click();
  await arriveAt(visit, 'help:help.title');
  await expect
    .poll(() => page.locator('#emergency').evaluate((it) => it === document.activeElement))
    .toBe(true);
  expect((await page.locator('#emergency').boundingBox())?.y).toBeLessThan(100);
  await page
    .locator('main')
    .getByRole('link', { name: say('help:help.sos') })
    .click();
  await arriveAt(visit, 'help:sos.title');
  await close();
});
