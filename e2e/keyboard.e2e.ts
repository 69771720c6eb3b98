// @module-tag whole

import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { tabTo } from './fixtures/keys.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import {
  createAddress,
  answerQuestions,
  waitForHeading,
  PASSWORD,
  findBuyButton,
} from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

it('the first journey needs no pointer', async () => {
  const device = await testSite.openVisitor();
  const { page, visitor, t } = device;
  const button = (key: string, values?: object) =>
    page.getByRole('button', { name: t(key, { ...values }), exact: true });
  const link = (key: string) => page.getByRole('link', { name: t(key), exact: true });
  const enter = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };

  await page.goto('/');
  await enter(link('landing:hero.assess').first());
  await waitForHeading(visitor, 'auth:signUp.title');
  await tabTo(page, page.getByLabel(t('auth:email'), { exact: true }));
  await page.keyboard.type(createAddress('keys'));
  await tabTo(page, page.getByLabel(t('auth:password'), { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await waitForHeading(visitor, 'onboarding:name.title');
  const name = page.getByLabel(t('onboarding:name.label'), { exact: true });
  await tabTo(page, name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await waitForHeading(visitor, 'onboarding:consent.title');
  await enter(button('onboarding:consent.agree'));
  await answerQuestions(visitor);
  await waitForHeading(visitor, 'assessment:report.title');
  await enter(button('onboarding:report.next'));
  await waitForHeading(visitor, 'onboarding:focus.title');
  await enter(button('onboarding:goOn'));
  await waitForHeading(visitor, 'onboarding:flight.title');
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await enter(button('onboarding:goOn'));
  await waitForHeading(visitor, 'onboarding:done.title', { name: 'Ada' });
  await enter(button('onboarding:done.go'));

  await waitForHeading(visitor, 'billing:choose.title');
  await enter(findBuyButton(visitor));
  await waitForHeading(visitor, 'billing:pay.title');
  for (const box of await page.getByRole('checkbox').all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
  }
  await enter(button('billing:pay.go'));
  await waitForHeading(visitor, 'billing:sandbox.title');
  await enter(page.locator('form button[type=submit]'));
  await waitForHeading(visitor, 'billing:success.title');
  await enter(link('billing:success.begin'));
  await page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
  await enter(page.getByRole('link', { name: t('common:verbs.begin') }).first());

  await tabTo(page, button('player:controls.play'));
  await page.keyboard.press('Space');
  await button('player:controls.pause').waitFor();
  await page.keyboard.press('Space');
  await enter(button('player:complete.mark'));
  const saved = page.waitForResponse((response) => response.url().endsWith('/rating'));
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  expect((await saved).status()).toBe(200);

  await page.goto('/profile?tab=settings');
  await waitForHeading(visitor, 'profile:title');
  await enter(button('profile:signOut.button'));
  await waitForHeading(visitor, 'landing:hero.title');
});

it('an icon button shows its name to a pointer that rests on it and to the Tab key, until Escape', async () => {
  const { page, t, person } = await testSite.openSignedIn();
  const { id } = await findPlayableSession(person);
  const tooltip = (key: string) => page.locator('[popover]', { hasText: t(key) });
  const sound = page.getByRole('button', { name: t('player:controls.sound'), exact: true });
  await page.goto(`/content/${id}`);
  await sound.hover();
  await tooltip('player:controls.sound').waitFor();
  await sound.click();

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('ui:actions.close'), exact: true }).hover();
  await tooltip('ui:actions.close').waitFor();
  await page.keyboard.press('Escape');
  await tooltip('ui:actions.close').waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await tabTo(page, sound);
  await tooltip('player:controls.sound').waitFor();
  await page.keyboard.press('Tab');
  await tooltip('player:controls.back').waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Escape');
  await page.locator('[popover]').waitFor({ state: 'detached' });

  // A pointer that rests waits 700 ms; the next name comes at once within 300 ms of the last.
  const back = page.getByRole('button', { name: t('player:controls.back'), exact: true });
  await page.clock.runFor(300);
  await sound.hover();
  await page.clock.runFor(699);
  expect(await page.locator('[popover]').count()).toBe(0);
  await page.clock.runFor(1);
  await tooltip('player:controls.sound').waitFor();
  await back.hover();
  await tooltip('player:controls.back').waitFor();
  await page.mouse.move(0, 0);
  await page.locator('[popover]').waitFor({ state: 'detached' });
  await page.clock.runFor(300);
  await back.hover();
  await page.clock.runFor(699);
  expect(await page.locator('[popover]').count()).toBe(0);
});
