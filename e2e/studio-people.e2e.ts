import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { TestCard } from '#server/features/billing/sandbox/engine/cards.ts';
import { passes } from '#server/features/billing/table.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import {
  CURRENT_PASSWORD_INPUT,
  ORDER_CONSENT,
  PASSWORD,
  type TestPerson,
} from '#server/testing/people.ts';
import { computeNextTotp, computeTotp } from '#server/testing/totp.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

async function buyMonth(person: TestPerson, card: TestCard): Promise<void> {
  const body = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT } as const;
  const { url } = (await person.call('POST /api/checkouts', { body })).body;
  const id = new URL(url, testSite.server.url).searchParams.get('checkout') ?? '';
  await person.call('POST /api/sandbox/checkouts/:id/pay', { params: { id }, body: { card } });
  await person.call('POST /api/passes/sync');
}

/** Gives an admin a second factor whose codes can be computed; resolves to its key. */
async function renewSecondFactor(admin: TestPerson): Promise<string> {
  await admin.call('POST /api/auth/second-factor/end', CURRENT_PASSWORD_INPUT);
  const { uri } = (await admin.call('POST /api/auth/second-factor', CURRENT_PASSWORD_INPUT)).body;
  await admin.call('POST /api/auth/second-factor/confirm', { body: { code: computeTotp(uri) } });
  return uri;
}

it('an admin sees what people do together, takes it away as a file, finds the payments that fail and a person, and gives, takes back, exports, signs out and erases, each after signing in lately', async () => {
  const member = await testSite.createPerson({ state: 'no_pass' });
  const { db, clock } = testSite.server;
  await refreshTotals(db, { now: clock(), livemode: false });
  const admin = await testSite.createPerson({ state: 'admin', language: 'fr' });
  const key = await renewSecondFactor(admin);
  const device = { language: 'fr', ...SMALL_PHONE } as const;
  const { page, visitor, t } = await testSite.openDeviceFor(admin, device);
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
  await page.getByText(t('studio-people:failing.none')).waitFor();
  await page.getByText(t('studio-people:disputes.none')).waitFor();

  // A bank disputes a payment, and another refuses the next payment.
  const [disputing, failing] = [
    await testSite.createPerson({ state: 'no_pass' }),
    await testSite.createPerson({ state: 'no_pass' }),
  ];
  await buyMonth(disputing, 'disputed');
  await buyMonth(failing, 'declined_later');
  const refused = { status: 'past_due', declineCode: 'insufficient_funds' } as const;
  await db.update(passes).set(refused).where(eq(passes.userId, failing.id));
  await page.reload();
  const findPayer = (title: string, email: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: t(title) }) })
      .locator('li', { hasText: email });
  const dispute = findPayer('studio-people:disputes.title', disputing.email);
  await dispute.getByText(t('studio-people:disputes.states.open')).waitFor();
  await dispute.getByText(/14[.,]99/).waitFor();
  const unpaid = findPayer('studio-people:failing.title', failing.email);
  await unpaid.getByText(t('studio-people:failing.reasons.funds')).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'payments that fail and are disputed');
  await unpaid.getByRole('link', { name: failing.email }).click();
  await page.getByRole('heading', { level: 1, name: failing.email }).waitFor();
  await page.goBack();
  await page.getByLabel(t('studio-people:find.email')).fill(member.email.toUpperCase());
  await pressButton(visitor, 'studio-people:find.go');
  await page.getByRole('heading', { level: 1, name: member.email }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'an account in the studio');

  const dialog = page.getByRole('dialog');
  const giveReason = () =>
    dialog.getByLabel(t('studio-people:reason.label'), { exact: true }).fill('Presse');
  // A sign-in of an hour ago is not enough for what touches a pass.
  const dateSignIn = (ago: string) =>
    db.execute(
      sql`update auth_sessions set created_at = ${testSite.server.clock().toISOString()}::timestamptz - ${ago}::interval
        where user_id = ${admin.uid}`,
    );
  await dateSignIn('1 hour');
  await pressButton(visitor, 'studio-people:grant.open');
  await giveReason();
  await expectAccessible(page, 'giving a pass');
  await dialog.getByRole('button', { name: t('studio-people:grant.confirm') }).click();
  const again = page.getByRole('dialog', { name: t('security:fresh.title') });
  await again.getByRole('button', { name: t('ui:actions.cancel') }).click();
  await again.waitFor({ state: 'detached' });
  expect((await member.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
  // Signed in again, by password and code, what was pressed is carried out.
  await dialog.getByRole('button', { name: t('studio-people:grant.confirm') }).click();
  // By the Enter key: a press at once where the last one was counts as a double press.
  const password = again.getByLabel(t('security:currentPassword'), { exact: true });
  await password.fill(PASSWORD);
  await password.press('Enter');
  const code = again.getByLabel(t('auth:code'));
  await code.fill(computeNextTotp(key));
  await code.press('Enter');
  await page.getByText(t('studio-people:grant.done')).first().waitFor();
  expect((await member.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(true);

  await pressButton(visitor, 'studio-people:revoke.open');
  await giveReason();
  await dialog.getByRole('button', { name: t('studio-people:revoke.confirm') }).click();
  await page.getByText(t('studio-people:revoke.done')).first().waitFor();
  expect((await member.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);

  // A member gets the payment back in one press.
  await buyMonth(member, 'accepted');
  await page.reload();
  await pressButton(visitor, 'studio-people:refund.open');
  await giveReason();
  await expectAccessible(page, 'refunding and ending a pass');
  await dialog.getByRole('button', { name: /14[.,]99/ }).click();
  await page
    .getByText(t('studio-people:refund.done').split('{{amount}}').at(-1) ?? '')
    .first()
    .waitFor();
  expect((await member.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);

  await pressButton(visitor, 'studio-people:deeds.export.open');
  await giveReason();
  const exported = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('studio-people:deeds.export.open') }).click();
  const data = await readFile(await (await exported).path(), 'utf8');
  expect(data).toContain(member.email);
  // What people said about their fear is theirs alone.
  expect(data).not.toContain('answers');
  await page.getByText(t('studio-people:deeds.export.done')).first().waitFor();

  await pressButton(visitor, 'studio-people:deeds.signOut.open');
  await giveReason();
  await dialog.getByRole('button', { name: t('studio-people:deeds.signOut.open') }).click();
  await page.getByText(t('studio-people:deeds.signOut.done')).first().waitFor();
  expect((await member.call('GET /api/users/me')).status).toBe(401);
  await page.getByText(t('admin:audit.actions.person.sign-out')).waitFor();

  await pressButton(visitor, 'studio-people:erase.open');
  await giveReason();
  await dialog.getByLabel(t('studio-people:erase.email'), { exact: true }).fill(member.email);
  await dialog.getByRole('button', { name: t('studio-people:erase.confirm') }).click();
  await page.getByText(t('studio-people:erase.done')).first().waitFor();
  await waitForHeading(visitor, 'studio-people:title');
  await page.getByLabel(t('studio-people:find.email')).fill(member.email);
  await pressButton(visitor, 'studio-people:find.go');
  await page.getByText(t('studio-people:find.none')).waitFor();
});

it('an admin sees who waits, and invites those who have waited longest, one of the list and a friend', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  const { server } = testSite;
  await server.db.execute(sql`
    insert into waitlist (email, language, created_at)
    select 'waits' || n || '@example.org', 'fr', now() - (10 - n) * interval '1 day' from generate_series(1, 4) n`);
  await page.goto('/admin/people');
  await page.getByText(t('studio-waitlist:waiting', { count: 4 })).waitFor();
  await page.getByLabel(t('studio-waitlist:longest')).fill('2');
  await page.getByRole('button', { name: t('studio-waitlist:invite'), exact: true }).click();
  await page.getByText(t('studio-waitlist:invited', { count: 2 })).waitFor();
  await pressButton(visitor, 'studio-waitlist:show');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'the waitlist');
  const email = 'waits4@example.org';
  await page.getByRole('button', { name: t('studio-waitlist:inviteNamed', { email }) }).click();
  await page.getByText(t('studio-waitlist:waiting', { count: 1 })).waitFor();
  await page.getByText(email).waitFor({ state: 'detached' });
  await page.getByLabel(t('studio-waitlist:one.email')).fill('friend@example.org');
  await pressButton(visitor, 'studio-waitlist:one.invite');
  await page.getByText(t('studio-waitlist:one.sent', { email: 'friend@example.org' })).waitFor();
  await server.runJobs();
  const invited = server.emails.map(({ to }) => to).filter((to) => /^(?:waits|friend)/.test(to));
  expect(invited.toSorted()).toEqual([
    'friend@example.org',
    'waits1@example.org',
    'waits2@example.org',
    'waits4@example.org',
  ]);
});
