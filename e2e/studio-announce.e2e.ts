// @module-tag whole

import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { goToPayment, pressButton, waitForHeading } from './fixtures/steps.ts';
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

  // Another admin saves it meanwhile: the first is told, sees what differs, and keeps what was written.
  const two = await testSite.createPerson({ state: 'admin' });
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const { body: seen } = await two.call('GET /api/admin/banners/:id', { params: { id } });
  const { version, id: _id, lastEdit: _lastEdit, ...theirs } = seen;
  const change = { version, banner: { ...theirs, name: 'Autre nom' } };
  await two.call('PUT /api/admin/banners/:id', { params: { id }, body: change });
  await fill('name', 'Mon nom');
  await pressButton(admin.visitor, 'ui:actions.save');
  await page.getByText(t('admin:conflict.text')).waitFor();
  await page.getByText('Autre nom').waitFor();
  await pressButton(admin.visitor, 'admin:conflict.keepMine');
  await pressButton(admin.visitor, 'ui:actions.save');
  await expect
    .poll(async () => (await two.call('GET /api/admin/banners/:id', { params: { id } })).body.name)
    .toBe('Mon nom');

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

it('a price that an admin changes is what a member pays at the checkout', async () => {
  const admin = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  const { page, t } = admin;
  await page.goto('/admin/pricing');
  const price = (amount: string) => page.getByRole('button', { name: new RegExp(`^€${amount}`) });
  await price('89.99').click();
  await page.getByLabel(t('studio-pricing:price.amount'), { exact: true }).fill('84,50');
  await expectAccessible(page, 'a price in the studio');
  // Another admin changes it meanwhile: the first is told what it is now, and what was typed stays.
  const two = await testSite.createPerson({ state: 'admin' });
  const { plans } = (await two.call('GET /api/admin/pricing')).body;
  const seen = plans
    .find(({ plan }) => plan === 'yearly')
    ?.prices.find(({ currency }) => currency === 'EUR');
  await two.call('PUT /api/admin/pricing/price', {
    body: { plan: 'yearly', currency: 'EUR', amountMinor: 8800, replaces: seen?.id ?? '' },
  });
  await pressButton(admin.visitor, 'studio-pricing:price.save');
  await page.getByText(t('studio-pricing:price.changed', { amount: '€88.00' })).waitFor();
  await pressButton(admin.visitor, 'studio-pricing:price.goOn');
  await pressButton(admin.visitor, 'studio-pricing:price.save');
  await price('84.50').waitFor();
  await page
    .locator('label', { hasText: t('studio-pricing:onSale') })
    .first()
    .click();
  await page.getByText(t('studio-pricing:saved')).first().waitFor();
  await page.getByText('· trip').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'the prices in the studio');

  const member = await testSite.openSignedIn({ state: 'no_pass', language: 'fr' });
  await member.page.goto('/subscription');
  await member.page.locator('label', { hasText: member.t('billing:plans.trip') }).waitFor();
  await goToPayment(member.visitor);
  await member.page.getByText(/84,50/).first().waitFor();
});
