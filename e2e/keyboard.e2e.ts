import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { answer, arriveAt, PASSWORD } from './fixtures/steps.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

const MOST_TABS = 60;

/** Presses Tab until the element has the focus, and holds it to a focus ring that is seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < MOST_TABS; step++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      const ring = await page.evaluate(focusRing);
      expect(ring, `focus ring of ${await target.innerText().catch(() => 'a control')}`).toBe(true);
      return;
    }
  }
  throw new Error(`${MOST_TABS} tabs did not reach ${String(target)}`);
}

/** Whether the focused element, or the label that stands for a hidden radio button, wears an outline. */
function focusRing(): boolean {
  const focused = document.activeElement;
  const wearers = [focused, focused?.nextElementSibling, focused?.closest('label, .group')];
  return wearers.some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
}

it('the first journey needs no pointer', async () => {
  const phone = await world.stranger();
  const { page, visit, say } = phone;
  const button = (key: string, values?: object) =>
    page.getByRole('button', { name: say(key, { ...values }), exact: true });
  const link = (key: string) => page.getByRole('link', { name: say(key), exact: true });
  const enter = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };

  await page.goto('/');
  await enter(link('landing:hero.assess').first());
  await arriveAt(visit, 'auth:signUp.title');
  await tabTo(page, page.getByLabel(say('auth:email'), { exact: true }));
  await page.keyboard.type('keys@example.org');
  await tabTo(page, page.getByLabel(say('auth:password'), { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await arriveAt(visit, 'onboarding:name.title');
  const name = page.getByLabel(say('onboarding:name.label'), { exact: true });
  await tabTo(page, name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await arriveAt(visit, 'onboarding:consent.title');
  await enter(button('onboarding:consent.agree'));
  await answer(visit);
  await arriveAt(visit, 'assessment:report.title');
  await enter(button('onboarding:report.next'));
  await arriveAt(visit, 'onboarding:focus.title');
  await enter(button('onboarding:goOn'));
  await arriveAt(visit, 'onboarding:flight.title');
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await enter(button('onboarding:goOn'));
  await arriveAt(visit, 'onboarding:done.title', { name: 'Ada' });
  await enter(button('onboarding:done.go'));

  await arriveAt(visit, 'billing:choose.title');
  await enter(button('billing:take'));
  await arriveAt(visit, 'billing:pay.title');
  await enter(page.locator('form button[type=submit]'));
  await arriveAt(visit, 'billing:success.title');
  await enter(link('billing:success.begin'));
  await page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
  await enter(page.getByRole('link', { name: say('common:verbs.begin') }).first());

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
  await arriveAt(visit, 'profile:title');
  await enter(button('profile:signOut.button'));
  await arriveAt(visit, 'landing:hero.title');
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
