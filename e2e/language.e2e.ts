import { expect, it } from 'vitest';
import { arriveAt } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

const say = words('en');

/** The settings of somebody who reads English. */
async function atTheSettings() {
  const own = await world.visitOf();
  const { page, visit } = own;
  await page.goto('/profile?tab=settings');
  await arriveAt(visit, 'profile:title');
  const chooseFrench = () =>
    page.locator('label', { hasText: words('fr')('common:language.fr') }).click();
  /** What is on the screen, and which language is chosen there. */
  const shown = async () => [
    await page.locator('html').getAttribute('lang'),
    await page.getByRole('radio', { name: say('common:language.en') }).isChecked(),
  ];
  return { ...own, chooseFrench, shown };
}

it('a language that could not be kept goes back, and the message is read out as one', async () => {
  const { page, chooseFrench, shown, complaints, close } = await atTheSettings();
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await chooseFrench();
  const told = page.getByRole('status');
  const sentence = say('errors:update_profile');
  await told.filter({ hasText: `${say('ui:toast')} ${sentence}` }).waitFor({ state: 'attached' });
  expect(await told.filter({ hasText: '{hotkey}' }).count()).toBe(0);
  await expect.poll(shown).toEqual(['en', true]);
  expect(complaints).toEqual([]);
  await close();
});

it('a language that cannot be fetched leaves the page as it is, and says so', async () => {
  const { page, chooseFrench, shown, complaints, close } = await atTheSettings();
  await page.route('**/assets/fr-*.js', (route) => route.abort());
  await chooseFrench();
  await page.getByText(say('profile:language.unfetched'), { exact: true }).waitFor();
  await expect.poll(shown).toEqual(['en', true]);
  expect(complaints).toEqual([]);
  await close();
});
