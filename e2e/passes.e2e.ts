// @module-tag whole

import { eq } from 'drizzle-orm';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { offers, plans } from '#server/features/billing/prices/table.ts';
import { listPasses } from '#server/features/billing/reads.ts';
import { passes } from '#server/features/billing/table.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, hasFocus } from './fixtures/browser.ts';
import {
  chooseRadio,
  giveConsents,
  tickConsents,
  goToPayment,
  pressButton,
  type Visitor,
  waitForHeading,
} from './fixtures/steps.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Opens another tab on the same device, at the payment of a lifetime pass. */
async function openPayment(context: BrowserContext, t: Visitor['t']): Promise<Visitor> {
  const tab = { page: await context.newPage(), t };
  await tab.page.goto('/subscription');
  await order(tab, 'lifetime');
  return tab;
}

const HOUR_MS = 3_600_000;

/** The beginning of a text, up to the value in it. */
const startOf = (t: Visitor['t'], key: string) =>
  new RegExp(
    t(key, { amount: '\0', due: '\0', date: '\0', until: '\0', plan: '\0' })
      .split('\0')[0]
      ?.trim() ?? '',
  );

/** Chooses a plan and goes to its payment. */
async function order(visitor: Visitor, plan: 'monthly' | 'lifetime' | 'trip'): Promise<void> {
  const { page, t } = visitor;
  // Other plans may name this one in what they say of themselves.
  await page.locator('label', { hasText: new RegExp(`^${t(`billing:plans.${plan}`)}`) }).click();
  await page.getByRole('button', { name: startOf(t, `billing:takePlan.${plan}`) }).click();
  await giveConsents(visitor);
  await pressButton(visitor, 'billing:pay.go');
  await waitForHeading(visitor, 'billing:sandbox.title');
}

const pay = ({ page }: Visitor) => page.locator('form button[type=submit]').click();

// What is agreed to and charged is words, so it is walked in both languages.
describe.each(LANGUAGES)('a pass, in %s', (language) => {
  it('for life is paid for once from two tabs, and the other tab says that it is active and leads on', async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const context = device.page.context();
    const first = await openPayment(context, device.t);
    const second = await openPayment(context, device.t);
    await second.page.goBack();
    await giveConsents(second);
    await pay(first);
    await waitForHeading(first, 'billing:success.title');
    await first.page.getByText(device.t('billing:active.forever')).waitFor();
    await pressButton(second, 'billing:pay.go');
    await waitForHeading(second, 'billing:active.already');
    await expectAccessible(second.page, 'a pass that was bought in another tab');
    await second.page.getByRole('link', { name: device.t('billing:active.go') }).click();
    await second.page.waitForURL(`${testSite.server.url}/`);
  });

  it('that ends while a session is open leads to the passes, and a new one back with what was done', async () => {
    const device = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const { page, visitor, person, t } = device;
    const { id } = await findPlayableSession(person);
    await page.goto(`/content/${id}`);
    await page.getByRole('button', { name: t('player:complete.mark') }).waitFor();
    await testSite.server.db.delete(passes).where(eq(passes.userId, person.id));
    await pressButton(visitor, 'player:complete.mark');
    await waitForHeading(visitor, 'billing:ended.title');
    await expectAccessible(page, 'the passes after the last one has ended');
    await goToPayment(visitor);
    await pay(visitor);
    await page.getByRole('link', { name: t('billing:success.return') }).click();
    await page.waitForURL(`**/content/${id}`);
    await page.getByText(t('player:complete.done')).first().waitFor();
    const read = async () => (await person.call('GET /api/contents/:id', { params: { id } })).body;
    await expect.poll(async () => (await read()).completed).toBe(true);
  });

  it('that ends while texts are half typed loses none: a step’s, a task’s and a flight’s, and each says why it is refused', async () => {
    const { page, visitor, person, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const where = { timeZone: 'Europe/Paris', fromAirport: null, toAirport: null };
    const departsOn = testSite.server.inDays(2);
    const flight = { kind: 'outbound' as const, departsOn, departsAt: null, number: null };
    await person.call('POST /api/flights', { body: { ...flight, ...where } });
    await page.goto('/ladder');
    await pressButton(visitor, 'ladder:empty.propose');
    await page.locator('a[data-step]').first().click();
    const typed = 'I will\u202e freeze';
    /** Types what the server does not take, and is told so in the field. */
    const typeInto = async (label: string, submit: string) => {
      await page.getByLabel(t(label), { exact: true }).fill(typed);
      await pressButton(visitor, submit);
      await page.getByText(t('errors:field.control_characters')).waitFor();
      expect(await hasFocus(page.getByLabel(t(label), { exact: true }))).toBe(true);
    };
    await typeInto('ladder:before.expected', 'ladder:before.begin');
    const step = page.url();
    await page.goto('/programs');
    await page.locator('main a[href^="/programs/"]').first().click();
    const lesson = page.locator('[id^=lesson-]').first();
    const openTask = async () => {
      await lesson.waitFor();
      await lesson.locator('details').evaluate((details) => details.setAttribute('open', ''));
    };
    await openTask();
    await lesson.locator('label', { hasText: t('programs:task.tick') }).click();
    await typeInto('programs:task.note', 'programs:task.save');
    const program = page.url();
    await page.goto('/');
    await pressButton(visitor, 'ledger:forecast.open');
    await page.getByLabel(t('ledger:forecast.fear')).fill('9');
    await typeInto('ledger:forecast.expected', 'ledger:forecast.save');

    await testSite.server.db.delete(passes).where(eq(passes.userId, person.id));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: t('app:nav.library'), exact: true }).click();
    await waitForHeading(visitor, 'billing:ended.title');
    await goToPayment(visitor, 'monthly');
    await pay(visitor);
    await waitForHeading(visitor, 'billing:success.title');
    const read = (label: string) => page.getByLabel(t(label), { exact: true }).inputValue();
    await page.goto('/');
    await pressButton(visitor, 'ledger:forecast.open');
    expect(await read('ledger:forecast.expected')).toBe(typed);
    await page.goto(step);
    expect(await read('ladder:before.expected')).toBe(typed);
    await page.goto(program);
    await openTask();
    expect(await read('programs:task.note')).toBe(typed);
  });

  it('leads back from the pay step to the passes, and once it is paid to today’s page', async () => {
    const { page, visitor, t } = await testSite.openSignedIn({ state: 'no_pass', language });
    await page.goto('/subscription');
    await waitForHeading(visitor, 'billing:choose.title');
    await expectAccessible(page, 'the passes on sale');
    await goToPayment(visitor);
    await expectAccessible(page, 'the payment in test mode');
    await page.goBack();
    await waitForHeading(visitor, 'billing:pay.title');
    await expectAccessible(page, 'the order');
    await page.goBack();
    await waitForHeading(visitor, 'billing:choose.title');
    await page.goForward();
    await page.goForward();
    await waitForHeading(visitor, 'billing:sandbox.title');
    await page.reload();
    await waitForHeading(visitor, 'billing:sandbox.title');
    await chooseRadio(visitor, 'billing:sandbox.cards.authentication');
    await pay(visitor);
    await waitForHeading(visitor, 'billing:sandbox.bank');
    await pressButton(visitor, 'billing:sandbox.refuse');
    await page.getByText(t('billing:error.authentication')).waitFor();
    await chooseRadio(visitor, 'billing:sandbox.cards.accepted');
    await pay(visitor);
    await waitForHeading(visitor, 'billing:success.title');
    await page.goBack();
    await page.waitForURL(`${testSite.server.url}/`);
    await page.getByRole('heading', { level: 1, name: /Amelia/ }).waitFor();

    // Three clicks to leave, and one to stay after all.
    await page.goto('/subscription');
    await waitForHeading(visitor, 'billing:active.title');
    const row = (key: string) => page.getByRole('button', { name: t(key), exact: false }).first();
    await row('billing:manage.stop').click();
    await pressButton(visitor, 'contract:end.submit');
    await page.getByRole('link', { name: t('contract:back') }).click();
    await expectAccessible(page, 'the pass that the person has');
    await row('billing:manage.resume').click();
    await row('billing:manage.stop').waitFor();
    await row('billing:manage.withdraw').click();
    await pressButton(visitor, 'contract:withdraw.submit');
    await page.getByRole('link', { name: t('contract:back') }).click();
    await waitForHeading(visitor, 'billing:choose.title');
    await row('billing:manage.payment').waitFor();
  });

  it('is sold at the usual price once its offer has ended, declined, bought, and changed twice', async () => {
    const { clock, db } = testSite.server;
    const startsAt = clock();
    const endsAt = new Date(clock().getTime() + HOUR_MS);
    const offer = { plan: 'yearly', percentOff: 20, audience: 'everyone' } as const;
    await db.insert(offers).values({ ...offer, startsAt, endsAt });
    const { page, visitor, t } = await testSite.openSignedIn({ state: 'no_pass', language });
    await page.clock.install();
    await page.goto('/subscription');
    await page.locator('s').waitFor();
    clock.advance(HOUR_MS);
    await page.clock.fastForward(HOUR_MS);
    await page.getByText(t('billing:offer.ended')).waitFor();
    expect(await page.locator('s').count()).toBe(0);

    await order(visitor, 'monthly');
    await chooseRadio(visitor, 'billing:sandbox.cards.declined');
    await pay(visitor);
    await page.getByText(t('billing:error.declined')).waitFor();
    await page.getByRole('link', { name: t('billing:error.support') }).click();
    await waitForHeading(visitor, 'feedback:contact.title');
    const written = await page.getByLabel(t('feedback:form.text')).inputValue();
    expect(written).toContain(t('feedback:contact.about.payment'));
    await page.goBack();
    await chooseRadio(visitor, 'billing:sandbox.cards.authentication_always');
    await pay(visitor);
    await pressButton(visitor, 'billing:sandbox.confirm');
    await waitForHeading(visitor, 'billing:success.title');

    const row = (key: string) => page.getByRole('button', { name: t(key), exact: false }).first();
    await page.goto('/subscription');
    await row('billing:manage.yearly').click();
    await tickConsents(visitor);
    await page.getByRole('button', { name: startOf(t, 'billing:manage.yearlySubmit') }).click();
    await waitForHeading(visitor, 'billing:sandbox.invoiceTitle');
    await page.goBack();
    await page.getByText(t('billing:pending.yearly.title')).waitFor();
    await expectAccessible(page, 'a change that waits for the bank');
    await pressButton(visitor, 'billing:pending.open');
    await pressButton(visitor, 'billing:sandbox.refuse');
    await page.getByText(t('billing:pending.yearly.refusedTitle')).waitFor();
    await pressButton(visitor, 'billing:pending.again');
    await pressButton(visitor, 'billing:sandbox.confirm');
    await page.getByText(t('billing:plans.yearly'), { exact: true }).waitFor();
    await row('billing:manage.lifetime').click();
    await giveConsents(visitor);
    await pressButton(visitor, 'billing:pay.go');
    await waitForHeading(visitor, 'billing:sandbox.title');
    await chooseRadio(visitor, 'billing:sandbox.cards.accepted');
    await pay(visitor);
    await waitForHeading(visitor, 'billing:success.title');
    await page.goto('/subscription');
    await page.getByText(t('billing:active.forever')).waitFor();
    expect(await row('billing:manage.stop').count()).toBe(0);
    await expectAccessible(page, 'a lifetime pass');
  });

  it('for a month is paused, says when it goes on, and goes on; a year can go on monthly', async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { page, visitor, t } = device;
    const row = (key: string) => page.getByRole('button', { name: startOf(t, key) });
    await page.goto('/subscription');
    await order(visitor, 'monthly');
    await pay(visitor);
    await waitForHeading(visitor, 'billing:success.title');
    await page.goto('/subscription');
    await row('billing:manage.pause').click();
    await page.locator('label', { hasText: t('billing:manage.pauseMonths', { count: 2 }) }).click();
    await expectAccessible(page, 'pausing a pass');
    await pressButton(visitor, 'billing:manage.pauseSubmit');
    await waitForHeading(visitor, 'billing:manage.pausedTitle');
    await page.getByText(startOf(t, 'billing:manage.paused')).waitFor();
    await row('billing:manage.unpause').click();
    await page
      .getByRole('button', { name: t('billing:manage.unpause'), exact: true })
      .last()
      .click();
    await waitForHeading(visitor, 'billing:active.title');
    await row('billing:manage.yearly').click();
    await tickConsents(visitor);
    await row('billing:manage.yearlySubmit').click();
    await row('billing:manage.monthly').click();
    await row('billing:manage.monthlySubmit').click();
    await page
      .getByText(/14[.,]99/)
      .first()
      .waitFor();
    await row('billing:manage.stayYearly').waitFor();
  });

  it('is given: paid once, with a code that opens it for somebody else', async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { page, visitor, t } = device;
    await page.goto('/subscription');
    await page.getByRole('button', { name: new RegExp(`^${t('gifts:give.title')}`) }).click();
    await page.getByRole('button', { name: startOf(t, 'gifts:give.submit') }).click();
    await page.getByText(t('gifts:give.missing')).waitFor();
    await page.locator('label', { hasText: t('gifts:give.consent') }).click();
    await expectAccessible(page, 'the order of a gift');
    await page.getByRole('button', { name: startOf(t, 'gifts:give.submit') }).click();
    await waitForHeading(visitor, 'billing:sandbox.title');
    await pay(visitor);
    await page.getByText(t('gifts:own.open')).waitFor();
    const code = await page.getByText(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/).innerText();
    await expectAccessible(page, 'a gift that was bought');
    const friend = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    await friend.page.goto('/subscription');
    const redeem = new RegExp(`^${t('gifts:redeem.title')}`);
    await friend.page.getByRole('button', { name: redeem }).click();
    const field = friend.page.getByLabel(t('gifts:redeem.code'), { exact: true });
    await field.fill('ABCD-EFGH-JKMN-PQRS');
    await pressButton(friend.visitor, 'gifts:redeem.submit');
    await friend.page.getByText(t('errors:gift_unknown')).waitFor();
    await field.fill(code.toLowerCase());
    await pressButton(friend.visitor, 'gifts:redeem.submit');
    await friend.page.getByText(startOf(t, 'gifts:redeem.doneUntil')).waitFor();
    await friend.page.goto('/');
    await friend.page.waitForURL(`${testSite.server.url}/`);
  });

  it('for one trip is bought once the operator sells it, and says when it ends', async () => {
    const { db } = testSite.server;
    await db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { page, visitor, t } = device;
    await page.goto('/subscription');
    await order(visitor, 'trip');
    await pay(visitor);
    await waitForHeading(visitor, 'billing:success.title');
    await page.getByText(startOf(t, 'billing:active.until')).waitFor();

    // What will still charge is shown beside it, and can be ended.
    const [trip] = await listPasses(db, device.person.id);
    const past = new Date('2026-01-01');
    const month = { tier: 'premium', source: 'subscription', plan: 'monthly' } as const;
    await db.insert(passes).values({
      ...month,
      userId: device.person.id,
      customerId: trip?.customerId ?? null,
      startsAt: past,
      endsAt: past,
      status: 'past_due',
      renews: true,
      periodEnd: past,
      amountMinor: 1499,
      currency: 'EUR',
      providerRef: `sub_former_${language}`,
    });
    for (const address of ['/profile', '/subscription']) {
      await page.goto(address);
      const plan = t('billing:names.monthly');
      await page.getByText(t('billing:also.title', { plan })).waitFor();
    }
    await expectAccessible(page, 'a pass beside a subscription that charges');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('billing:manage.stop') })
      .click();
    await page.getByText(t('contract:end.happensNow')).waitFor();
    await db.update(plans).set({ onSale: false }).where(eq(plans.plan, 'trip'));
  });
});
