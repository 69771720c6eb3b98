import { it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { waitForHeading } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

it('a member sees how far the app is translated, and its messages side by side with other values', async () => {
  const { page, visitor, t } = await testSite.openSignedIn(
    { language: 'fr' },
    { ...SMALL_PHONE, locale: BROWSER_LOCALES.fr },
  );
  await page.goto('/translation-status');
  await waitForHeading(visitor, 'translations:status.title');
  await page.getByText(t('translations:status.whole')).first().waitFor();
  await expectAccessible(page, 'the status of the translations');
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'ladder', exact: true }).click();
  await waitForHeading(visitor, 'translations:demo.title');
  await page.getByText('2 étapes', { exact: true }).waitFor();
  await page.getByLabel(t('translations:demo.number')).fill('1');
  await page.getByText('1 étape', { exact: true }).waitFor();
  await page.getByText('1 step', { exact: true }).waitFor();
  await page.getByLabel(t('translations:demo.date')).fill('2030-03-01');
  await page.getByText('vendredi 1er mars 2030').first().waitFor();
  await expectAccessible(page, 'messages side by side');
  await expectNoSidewaysScroll(page);
});
