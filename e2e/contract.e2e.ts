// @module-tag whole

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendRenewalReminders } from '#server/features/billing/notices/writes.ts';
import { passes } from '#server/features/billing/table.ts';
import type { PassPlan } from '#shared/contract/fields.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { ROUTES } from '#shared/rules/route-table.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { buyPassFor, CONTRACT_WORDS, startOf } from './fixtures/contracts.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { BUILT, startTestServer } from './fixtures/test-server.ts';
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

/** Pages by state; a state without pages of its own sees those of a member. */
const OWN_PAGES = { onboarding: ['/onboarding', '/contact'], no_pass: ['/subscription', '/help'] };

// It is words, so it is walked in both languages.
describe.each(LANGUAGES)('the contract, in %s', (language) => {
  const words = CONTRACT_WORDS[language];
  const openOwner = async (plan?: PassPlan) => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    await buyPassFor(testSite.server, device.person, plan);
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
    await page.getByRole('button', { name: words.order, exact: true }).waitFor();
  });

  it('binds by the same words where a pass is given and changed', async () => {
    const { page, t, visitor } = await openOwner('monthly');
    const openRow = (key: string) =>
      page.getByRole('button', { name: new RegExp(`^${t(key)}`) }).click();
    const isBinding = () =>
      page.getByRole('button', { name: new RegExp(`^${words.orderFor} .*\\d`) }).waitFor();
    await page.goto('/subscription');
    await openRow('billing:manage.lifetime');
    await waitForHeading(visitor, 'billing:pay.title');
    await page.getByRole('button', { name: words.order, exact: true }).waitFor();
    await page.goBack();
    await waitForHeading(visitor, 'billing:active.title');
    await page.goto('/subscription');
    await openRow('billing:manage.yearly');
    await isBinding();
    await openRow('billing:manage.yearly');
    await openRow('gifts:give.title');
    await isBinding();
    const year = await openOwner();
    await year.page.goto('/subscription');
    const monthly = new RegExp(`^${t('billing:manage.monthly')}`);
    await year.page.getByRole('button', { name: monthly }).click();
    const binding =
      language === 'fr'
        ? /^Commander au mois, avec obligation de payer .*\d/
        : /^Order monthly, with obligation to pay .*\d/;
    await year.page.getByRole('button', { name: binding }).waitFor();
  });

  it('can be ended and withdrawn from at the foot of every page, in every account state', async () => {
    const reader = await testSite.createPerson({ language });
    const { id } = await findPlayableSession(reader);
    const [program] = (await reader.call('GET /api/programs')).body.items;
    const ids: Record<string, string> = { '/content/:id': id, '/programs/:id': program?.id ?? '' };
    const toPath = (pattern: string) =>
      pattern
        .replace(':slug', 'turbulence')
        .replace(':id', ids[pattern] ?? id)
        .replace(/\/:\w+\?/, '');
    // The document of “Help me now” that a device keeps has a foot of its own.
    const manifest = await readFile(path.join(BUILT.client, '.vite/manifest.json'), 'utf8');
    const files = JSON.parse(manifest) as Record<string, { file: string }>;
    const kept = files[`offline-sos-${language}.html`]?.file ?? '';
    const document = await readFile(path.join(BUILT.client, kept), 'utf8');
    for (const said of [words.end, words.withdraw]) expect(document).toContain(`>${said}</a>`);
    const walk = async (page: Page, left: Iterator<string>, other: string) => {
      for (let next = left.next(); !next.done; next = left.next()) {
        await page.goto(next.value);
        const count = (name: string) =>
          page.getByRole('contentinfo').getByRole('link', { name, exact: true }).count();
        const readFoot = async () => [
          next.value,
          await count(words.end),
          await count(words.withdraw),
          // One switch of the language, though some pages have it at their head.
          (await page.getByRole('button', { name: other, exact: true }).count()) < 2,
        ];
        await expect.poll(readFoot).toEqual([next.value, 1, 1, true]);
        // It leads on by itself, which would end the way to the next page.
        if (next.value === '/reminders')
          await page.waitForURL((url) => url.pathname !== '/reminders');
      }
    };
    const locale = BROWSER_LOCALES[language];
    for (const state of ['signed_out', 'onboarding', 'no_pass', 'admin'] as const) {
      const { page, t } =
        state === 'signed_out'
          ? await testSite.openVisitor({ language, locale })
          : await testSite.openSignedIn({ state, language });
      const all = ROUTES.filter(({ states }) => (states as readonly string[]).includes(state));
      const isPart = state === 'onboarding' || state === 'no_pass';
      const left = (isPart ? OWN_PAGES[state] : all.map((route) => toPath(route.path))).values();
      const more = () => page.context().newPage();
      // In three tabs: most of the time a page takes is waited, not worked.
      const other = t('ui:language.other');
      await Promise.all([page, await more(), await more()].map((tab) => walk(tab, left, other)));
    }
  });

  it('is ended by its owner in two presses from any page, and the page says when it was received and when it ends', async () => {
    const { page, visitor, t } = await openOwner();
    await page.goto('/profile');
    await page.getByRole('contentinfo').getByRole('link', { name: words.end, exact: true }).click();
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
    const frame =
      language === 'fr' ? 'Date limite pour ne pas renouveler' : 'Last day to stop the renewal';
    const border = page.getByText(frame).evaluate((one) => getComputedStyle(one).borderTopStyle);
    expect(await border).toBe('solid');
  });

  it('is withdrawn from by its owner, to whom deleting the account offers it first, and all texts say when it was received', async () => {
    const { page, visitor, person, t } = await openOwner();
    await page.goto('/profile?tab=settings');
    const foot = page.getByRole('contentinfo');
    await foot.getByRole('link', { name: words.withdraw, exact: true }).waitFor();
    await pressButton(visitor, 'security:data.erase');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/89[.,]99/).waitFor();
    await expectAccessible(page, 'deleting an account that is owed money');
    await dialog.getByRole('link', { name: t('security:erase.withdraw') }).click();
    await waitForHeading(visitor, 'contract:withdraw.title');
    // By the keyboard: a press at the same place could be the second half of a double press.
    const confirm = page.getByRole('button', { name: words.confirmWithdrawal, exact: true });
    await confirm.press('Enter');
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

  it('withdrawn from for the second time within a year ends at once, and its refund waits for the operator, who makes it', async () => {
    const { page, person, t, visitor } = await openOwner();
    const notice = { kind: 'withdraw', name: 'Amelia', reference: null, passId: null } as const;
    const body = { ...notice, email: person.email, language };
    expect((await person.call('POST /api/contract-notices', { body })).body.effect).toBe(
      'withdrawn',
    );
    await buyPassFor(testSite.server, person);
    await page.goto('/contract?withdraw');
    await pressButton(visitor, 'contract:withdraw.submit');
    await waitForHeading(visitor, 'contract:withdraw.received');
    const held =
      language === 'fr'
        ? /deuxième rétractation en un an\s: une personne la regarde d’abord.*89[.,]99.*1er décembre 2026/
        : /second withdrawal within a year, so a person looks at it first.*89[.,]99.*1 December 2026/;
    await page.getByText(held).waitFor();
    await expectAccessible(page, 'a second withdrawal');
    const status = async () => (await person.call('GET /api/subscription-status')).body;
    expect((await status()).hasActiveAccess).toBe(false);
    await testSite.server.runJobs();
    const email = testSite.server.emails.findLast(({ to }) => to === person.email);
    expect(email?.text).toMatch(
      language === 'fr' ? /au plus tard le 1er décembre 2026/ : /by 1 December 2026 at the latest/,
    );

    const admin = await testSite.openSignedIn({ state: 'admin', language }, SMALL_PHONE);
    await admin.page.goto('/admin/pricing');
    const waiting = admin.page
      .locator('section', {
        has: admin.page.getByRole('heading', { name: t('studio-pricing:held.title') }),
      })
      .locator('li', { hasText: person.email });
    await waiting.getByText(startOf(t('studio-pricing:held.by'))).waitFor();
    await expectAccessible(admin.page, 'withdrawals that wait for the operator');
    const readRefunds = async () =>
      (await testSite.server.db.select().from(passes).where(eq(passes.userId, person.id))).map(
        ({ refundedMinor }) => refundedMinor ?? 0,
      );
    expect((await readRefunds()).toSorted((one, other) => one - other)).toEqual([0, 8999]);
    // It can't be refused: there is one button.
    expect(await waiting.getByRole('button').count()).toBe(1);
    await waiting.getByRole('button', { name: /89[.,]99/ }).click();
    await admin.page.getByText(t('studio-pricing:held.none')).waitFor();
    expect(await readRefunds()).toEqual([8999, 8999]);
  });

  it('comes with terms that hold the model form, what the operator has to name, and what a second withdrawal meets', async () => {
    const locale = BROWSER_LOCALES[language];
    const { page } = await testSite.openVisitor({ language, locale, ...SMALL_PHONE });
    await page.goto('/terms');
    const form =
      language === 'fr' ? 'Modèle de formulaire de rétractation' : 'Model withdrawal form';
    await page.getByRole('heading', { name: form }).waitFor();
    for (const named of [OPERATOR.phone, OPERATOR.mediator, VAT_EXEMPTION_NOTICE])
      await page.getByText(named).first().waitFor();
    const second =
      language === 'fr'
        ? /deuxième rétractation en un an.* une personne la regarde d’abord.* sous sept jours/
        : /second withdrawal within a year.* a person looks at it first.* within seven days/;
    await page.getByText(second).waitFor();
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

it('can be withdrawn from to the end of the last day that the receipt and the page name, and no longer, in both languages', async () => {
  const { clock, emails } = testSite.server;
  // The fourteenth day is Christmas, and a Saturday and a Sunday follow it.
  clock.set('2026-12-11T09:30:00Z');
  const days = { en: '28 December 2026', fr: '28 décembre 2026' } as const;
  const buyers = [];
  for (const language of LANGUAGES) {
    const wanted = { state: 'no_pass', language } as const;
    const [inTime, late] = [
      await testSite.createPerson(wanted),
      await testSite.createPerson(wanted),
    ];
    await buyPassFor(testSite.server, inTime);
    await buyPassFor(testSite.server, late);
    buyers.push({ language, inTime, late, words: CONTRACT_WORDS[language], day: days[language] });
  }
  await testSite.server.runJobs();
  for (const { inTime, words, day } of buyers) {
    const receipt = emails.findLast(({ to }) => to === inTime.email);
    expect(receipt?.text).toContain(day);
    expect(receipt?.text).toMatch(words.modelForm);
  }

  clock.set('2026-12-28T22:30:00Z');
  for (const { language, inTime, words, day } of buyers) {
    const { page, t, visitor } = await testSite.openDeviceFor(inTime, { language, ...SMALL_PHONE });
    await page.goto('/subscription');
    const row = page.getByRole('button', { name: new RegExp(`^${words.withdraw}.*${day}`) });
    await row.click();
    await waitForHeading(visitor, 'contract:withdraw.title');
    await page.getByRole('button', { name: words.confirmWithdrawal, exact: true }).press('Enter');
    await waitForHeading(visitor, 'contract:withdraw.received');
    await page
      .getByText(startOf(t('contract:receivedAt')))
      .filter({ hasText: '23:30' })
      .waitFor();
  }

  clock.set('2026-12-28T23:00:30Z');
  for (const { language, late, words } of buyers) {
    const { page } = await testSite.openDeviceFor(late, { language, ...SMALL_PHONE });
    await page.goto('/subscription');
    const rows = page.getByRole('main').getByRole('button');
    await rows.filter({ hasText: words.end }).waitFor();
    expect(await rows.filter({ hasText: words.withdraw }).count()).toBe(0);
  }
});
