import { expect, it } from 'vitest';
import { waitForHeading } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const testSite = createTestSite();

const t = createTranslator('en');

async function openSettings() {
  const own = await testSite.openSignedIn();
  const { page, visitor } = own;
  await page.goto('/profile?tab=settings');
  await waitForHeading(visitor, 'profile:title');
  const chooseFrench = () =>
    page.locator('label', { hasText: createTranslator('fr')('common:language.fr') }).click();
  /** The language of the page, and whether English is the one that is chosen. */
  const readLanguage = async () => [
    await page.locator('html').getAttribute('lang'),
    await page.getByRole('radio', { name: t('common:language.en') }).isChecked(),
  ];
  return { ...own, chooseFrench, readLanguage };
}

it('a language that could not be kept goes back, and the message is read out as one', async () => {
  const { page, chooseFrench, readLanguage } = await openSettings();
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS })
      : route.fallback(),
  );
  await chooseFrench();
  const told = page.getByRole('status');
  const sentence = t('errors:update_profile');
  await told.filter({ hasText: `${t('ui:toast')} ${sentence}` }).waitFor({ state: 'attached' });
  expect(await told.filter({ hasText: '{hotkey}' }).count()).toBe(0);
  await expect.poll(readLanguage).toEqual(['en', true]);
});

it('a language that cannot be fetched leaves the page as it is, and says so', async () => {
  const { page, chooseFrench, readLanguage } = await openSettings();
  await page.route('**/assets/fr-*.js', (route) => route.abort());
  await chooseFrench();
  await page.getByText(t('errors:language_unfetched'), { exact: true }).waitFor();
  await expect.poll(readLanguage).toEqual(['en', true]);
});

it('a language chosen in the footer holds for the titles on the page, however slowly it is kept', async () => {
  const { page, person } = await testSite.openSignedIn();
  await page.goto('/programs');
  const row = page.locator('main a[href^="/programs/"]').first();
  await row.waitFor();
  const french = createTranslator('fr');
  // The list is asked for before the profile says French.
  await page.route('**/api/users/me', async (route) => {
    if (route.request().method() === 'PATCH')
      await page.waitForResponse((reply) => reply.url().endsWith('/api/programs'));
    await route.fallback();
  });
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: t('ui:language.other') })
    .click();
  await page.getByRole('heading', { level: 1, name: french('programs:title') }).waitFor();
  const listed = async () =>
    (await person.call('GET /api/programs')).body.items.map(({ title }) => title);
  await expect
    .poll(async () => {
      const shown = await row.innerText();
      return (await listed()).some((title) => shown.includes(title));
    })
    .toBe(true);
  expect((await person.call('GET /api/users/me')).body.preferredLanguage).toBe('fr');
});
