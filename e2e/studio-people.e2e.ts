import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

it('an admin sees what people do together, takes it away as a file, finds a person, gives them a pass and signs them out', async () => {
  const member = await testSite.createPerson({ state: 'no_pass' });
  const { db, clock } = testSite.server;
  await refreshTotals(db, { now: clock(), livemode: false });
  const admin = await testSite.openSignedIn({ state: 'admin', language: 'fr' }, SMALL_PHONE);
  const { page, visitor, t } = admin;
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: t('studio-overview:people.title') }).waitFor();
  await page
    .getByText(t('studio-overview:table', { name: t('studio-overview:people.title') }))
    .click();
  await page.getByRole('table', { name: t('studio-overview:people.title') }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'the overview');
  const saved = page.waitForEvent('download');
  await pressButton(visitor, 'studio-overview:csv');
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
    /^people,\d{4}-\d\d-\d\d,,1\r$/m,
  );

  await page.getByRole('link', { name: t('admin:places.people') }).click();
  await waitForHeading(visitor, 'studio-people:title');
  await page.getByLabel(t('studio-people:find.email')).fill(member.email.toUpperCase());
  await pressButton(visitor, 'studio-people:find.go');
  await page.getByRole('heading', { level: 1, name: member.email }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'an account in the studio');

  const dialog = page.getByRole('dialog');
  const giveReason = () =>
    dialog.getByLabel(t('studio-people:reason.label'), { exact: true }).fill('Presse');
  await pressButton(visitor, 'studio-people:grant.open');
  await giveReason();
  await expectAccessible(page, 'giving a pass');
  await dialog.getByRole('button', { name: t('studio-people:grant.confirm') }).click();
  await page.getByText(t('studio-people:grant.done')).first().waitFor();
  expect((await member.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(true);

  await pressButton(visitor, 'studio-people:deeds.signOut.open');
  await giveReason();
  await dialog.getByRole('button', { name: t('studio-people:deeds.signOut.open') }).click();
  await page.getByText(t('studio-people:deeds.signOut.done')).first().waitFor();
  expect((await member.call('GET /api/users/me')).status).toBe(401);
  await page.getByText('person.sign-out').waitFor();
});
