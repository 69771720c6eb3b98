import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

it('a banner that an admin writes in French is seen and dismissed by a member in English', async () => {
  const admin = await testSite.openSignedIn({ state: 'admin', language: 'fr' }, SMALL_PHONE);
  const { page, t } = admin;
  await page.goto('/admin/banners?id=new');
  await waitForHeading(admin.visitor, 'studio-banners:addTitle');
  const fill = (field: string, value: string) =>
    page.getByLabel(t(`studio-banners:fields.${field}`), { exact: true }).fill(value);
  await fill('name', 'Nouvelles séances');
  await page
    .getByLabel(t('studio-banners:fields.text'), { exact: true })
    .last()
    .selectOption({ label: t('banners:texts.newSessions') });
  await fill('targetUrl', '/content-library');
  await page
    .getByLabel(t('studio-banners:fields.button'), { exact: true })
    .last()
    .selectOption({ label: t('banners:buttons.open') });
  await fill('params', 'sort=newest');
  await page.locator('label', { hasText: t('studio-banners:fields.isActive') }).click();
  await page.getByRole('complementary').getByText(t('banners:texts.newSessions')).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'a banner in the studio');
  await pressButton(admin.visitor, 'ui:actions.save');
  await page.getByText(t('studio-banners:saved')).first().waitFor();

  const member = await testSite.openSignedIn();
  await member.page.goto('/');
  const banner = member.page.getByText(member.t('banners:texts.newSessions'));
  await banner.waitFor();
  const link = member.page.getByRole('link', { name: member.t('banners:buttons.open') });
  expect(await link.getAttribute('href')).toBe('/content-library?sort=newest');
  const dismissed = member.page.waitForResponse('**/dismissal');
  await member.page
    .getByRole('complementary', { name: member.t('ui:banner') })
    .getByRole('button', { name: member.t('ui:actions.close') })
    .click();
  await banner.waitFor({ state: 'detached' });
  await dismissed;
  expect((await member.person.call('GET /api/banners/active')).body).toEqual([]);
});
