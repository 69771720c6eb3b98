import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendRenewalReminders } from '#server/features/billing/notices/writes.ts';
import { passes } from '#server/features/billing/table.ts';
import { ORDER_CONSENT } from '#server/testing/people.ts';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { BROWSER_LOCALES, createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const OPERATOR = {
  name: 'Envol SARL',
  address: '1 rue de l’Essai, 75000 Paris',
  email: 'hello@envol.example',
  phone: '+33 1 00 00 00 00',
  host: 'A host',
  registration: null,
  vat: VAT_EXEMPTION_NOTICE,
  mediator: 'Médiation Exemple',
};
const testSite = createTestSite({ start: () => startTestServer({ operator: OPERATOR }) });

// What the law prescribes is words, so it is walked in both languages.
describe.each(['en', 'fr'] as const)('the contract, in %s', (language) => {
  const openOwner = async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { person } = device;
    const body = { plan: 'yearly', currency: 'EUR', consent: ORDER_CONSENT } as const;
    const { url } = (await person.call('POST /api/checkouts', { body })).body;
    const id = new URL(url, testSite.server.url).searchParams.get('checkout') ?? '';
    await person.call('POST /api/sandbox/checkouts/:id/pay', {
      params: { id },
      body: { card: 'accepted' },
    });
    await person.call('POST /api/passes/sync');
    return device;
  };

  it('is ordered by a button that says that it obliges to pay', async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { page, visitor, t } = device;
    await page.goto('/subscription');
    // What its price holds of tax is said before it is ordered.
    await page.getByText(VAT_EXEMPTION_NOTICE).filter({ visible: true }).first().waitFor();
    await page.locator('label', { hasText: t('billing:plans.yearly') }).click();
    await page.locator('button', { hasText: startOf(t('billing:takePlan.yearly')) }).click();
    await waitForHeading(visitor, 'billing:pay.title');
    const words =
      language === 'fr' ? 'Commander avec obligation de paiement' : 'Order with obligation to pay';
    await page.getByRole('button', { name: words, exact: true }).waitFor();
    const binding = language === 'fr' ? 'Commander avec obligation de pa' : 'Order with obligation';
    for (const key of ['billing:pay.go', 'billing:manage.yearlySubmit', 'gifts:give.submit'])
      expect(t(key)).toContain(binding);
    // Nor do a year that goes on monthly and a pause that ends with a payment bind with fewer words.
    const owed = language === 'fr' ? 'obligation de pa' : 'obligation to pay';
    for (const key of ['billing:manage.monthlySubmit', 'billing:manage.unpauseNowSubmit'])
      expect(t(key)).toContain(owed);
  });

  it('is ended by its owner in two presses from any page, and the page says when it was received and when it ends', async () => {
    const { page, visitor, t } = await openOwner();
    await page.goto('/profile');
    const words = language === 'fr' ? 'Résilier votre contrat' : 'Cancel your contract';
    await page.getByRole('contentinfo').getByRole('link', { name: words, exact: true }).click();
    await waitForHeading(visitor, 'contract:end.title');
    await expectAccessible(page, 'what is about to be declared');
    // What could not be sent is said where it was pressed, with another way; nothing fails with nothing said.
    await page.route('**/api/contract-notices', (route) => route.abort());
    await pressButton(visitor, 'contract:end.submit');
    await page
      .getByRole('alert')
      .filter({ hasText: t('contract:failed') })
      .getByRole('link', { name: t('billing:error.support') })
      .waitFor();
    await page.unroute('**/api/contract-notices');
    await pressButton(visitor, 'contract:end.submit');
    await waitForHeading(visitor, 'contract:end.received');
    await page.getByText(startOf(t('contract:receivedAt'))).waitFor();
    await expectAccessible(page, 'a notice that was received');
    await page.getByRole('link', { name: t('contract:back') }).click();
    await page.getByRole('button', { name: t('billing:manage.resume') }).waitFor();
  });

  it('for a year is reminded of before it renews, with the last day to stop it in a frame', async () => {
    const { page, person } = await openOwner();
    const { server } = testSite;
    const { app, clock, emails } = server;
    await sendRenewalReminders(app.dependencies, new Date(clock().getTime() + 330 * 86_400_000));
    await server.runJobs();
    const email = emails.findLast(({ to }) => to === person.email);
    await page.goto('about:blank');
    await page.setContent(email?.html ?? '');
    const words =
      language === 'fr' ? 'Date limite pour ne pas renouveler' : 'Last day to stop the renewal';
    const border = page.getByText(words).evaluate((one) => getComputedStyle(one).borderTopStyle);
    expect(await border).toBe('solid');
  });

  it('for a year that renewed without a reminder is left at once, free of charge', async () => {
    const { page, visitor, person, t } = await openOwner();
    const { clock, db } = testSite.server;
    const renewedAt = new Date(clock().getTime() - 10 * 86_400_000);
    await db.update(passes).set({ renewedAt }).where(eq(passes.userId, person.id));
    await page.goto('/contract');
    await page.getByText(startOf(t('contract:leave.offer'))).waitFor();
    await pressButton(visitor, 'contract:leave.open');
    await waitForHeading(visitor, 'contract:leave.title');
    await expectAccessible(page, 'leaving a year that renewed without a reminder');
    await pressButton(visitor, 'contract:leave.submit');
    await waitForHeading(visitor, 'contract:leave.received');
    await page.getByText(/[1-8]\d[.,]\d\d/).waitFor();
  });

  it('is withdrawn from by its owner, to whom deleting the account offers it first, and all texts say when it was received', async () => {
    const { page, visitor, person, t } = await openOwner();
    await page.goto('/profile?tab=settings');
    const words = language === 'fr' ? 'Se rétracter du contrat ici' : 'Withdraw from contract here';
    await page.getByRole('contentinfo').getByRole('link', { name: words, exact: true }).waitFor();
    await pressButton(visitor, 'security:data.erase');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/89[.,]99/).waitFor();
    await expectAccessible(page, 'deleting an account that is owed money');
    await dialog.getByRole('link', { name: t('security:erase.withdraw') }).click();
    await waitForHeading(visitor, 'contract:withdraw.title');
    const confirm = language === 'fr' ? 'Confirmer la rétractation' : 'Confirm withdrawal';
    // By the keyboard: a press at the same place could be the second half of a double press.
    await page.getByRole('button', { name: confirm, exact: true }).press('Enter');
    await waitForHeading(visitor, 'contract:withdraw.received');
    const time =
      language === 'fr' ? /24 novembre 2026 à \d\d:\d\d/ : /24 November 2026 at \d\d:\d\d/;
    await page.getByText(time).waitFor();
    await testSite.server.runJobs();
    const email = testSite.server.emails.findLast(({ to }) => to === person.email);
    expect(email?.text).toMatch(time);
    await page.goto('/profile?tab=settings');
    await pressButton(visitor, 'security:data.erase');
    await dialog.getByText(t('security:erase.kept')).waitFor();
    expect(await dialog.getByText(/89[.,]99/).count()).toBe(0);
  });

  it('comes with terms that hold the model form, and what the operator has to name', async () => {
    const locale = BROWSER_LOCALES[language];
    const { page } = await testSite.openVisitor({ language, locale, ...SMALL_PHONE });
    await page.goto('/terms');
    const form =
      language === 'fr' ? 'Modèle de formulaire de rétractation' : 'Model withdrawal form';
    await page.getByRole('heading', { name: form }).waitFor();
    for (const words of [OPERATOR.phone, OPERATOR.mediator, VAT_EXEMPTION_NOTICE])
      await page.getByText(words).first().waitFor();
  });

  it('is ended by a visitor who gives a name and an address, checks both, and is told that it was received', async () => {
    const locale = BROWSER_LOCALES[language];
    const { page, visitor, t } = await testSite.openVisitor({ language, locale, ...SMALL_PHONE });
    await page.goto('/');
    const link = page.getByRole('contentinfo').getByRole('link', { name: t('ui:footer.contract') });
    await link.click();
    await waitForHeading(visitor, 'contract:end.title');
    await pressButton(visitor, 'contract:go');
    await page.getByText(t('contract:missing.name')).waitFor();
    await expectAccessible(page, 'the form to end a contract');
    await page.getByLabel(t('contract:name'), { exact: true }).fill('Ada Lovelace');
    await page.getByLabel(t('contract:email')).fill('ada@example.org');
    await pressButton(visitor, 'contract:go');
    await page.getByText('Ada Lovelace').waitFor();
    await pressButton(visitor, 'contract:change');
    await page.getByLabel(t('contract:reference')).fill('7 May');
    await pressButton(visitor, 'contract:go');
    await page.getByText('7 May').waitFor();
    await pressButton(visitor, 'contract:end.submit');
    await waitForHeading(visitor, 'contract:end.received');
    await page.getByText('ada@example.org').waitFor();
    expect(page.url()).toBe(`${testSite.server.url}/contract`);
  });
});

/** The beginning of a text, up to the value in it. */
const startOf = (text: string) => text.split('{{')[0]?.trim() ?? '';
