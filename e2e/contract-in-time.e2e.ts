// @module-tag whole

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { plans } from '#server/features/billing/prices/table.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { buyPassFor, CONTRACT_WORDS, passDays, startOf } from './fixtures/contracts.ts';
import { pressButton, tickConsents, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

// What becomes of a contract as months go by, each as test mode's Stripe has it happen. The clock only goes on.

const testSite = createTestSite();

it.each(LANGUAGES)(
  'goes on after a pause by a button that says that it obliges to pay, in %s',
  async (language) => {
    const { server } = testSite;
    const person = await testSite.createPerson({ state: 'no_pass', language });
    await buyPassFor(server, person, 'monthly');
    await person.call('PUT /api/passes/mine/pause', { body: { months: 2 } });
    await passDays(server, person, 32);
    const { page, t } = await testSite.openDeviceFor(person, { language, ...SMALL_PHONE });
    await page.goto('/subscription');
    await page
      .getByRole('button', { name: new RegExp(`^${t('billing:manage.unpauseNow')}`) })
      .click();
    const binding = new RegExp(`^${CONTRACT_WORDS[language].goOnFor} .*14[.,]99`);
    await page.getByRole('button', { name: binding }).waitFor();
  },
);

it.each(LANGUAGES)(
  'whose renewal the bank refused is settled by a lifetime pass, ordered with the words that oblige to pay, in %s',
  async (language) => {
    const { server } = testSite;
    const person = await testSite.createPerson({ state: 'no_pass', language });
    await buyPassFor(server, person, 'monthly', 'declined_later');
    await passDays(server, person, 32);
    const { page, t, visitor } = await testSite.openDeviceFor(person, {
      language,
      ...SMALL_PHONE,
    });
    await page.goto('/subscription');
    await page.getByText(startOf(t('billing:manage.failed'))).waitFor();
    await expectAccessible(page, 'a pass whose renewal was refused');
    // Of what is not paid nothing is credited.
    await page
      .getByRole('button', { name: new RegExp(`^${t('billing:manage.lifetime')}`) })
      .click();
    await waitForHeading(visitor, 'billing:pay.title');
    await tickConsents(visitor);
    await page.getByRole('button', { name: CONTRACT_WORDS[language].order, exact: true }).click();
    await waitForHeading(visitor, 'billing:sandbox.title');
    await page.getByRole('button', { name: /199[.,]99/ }).click();
    await waitForHeading(visitor, 'billing:success.title');
    await server.runJobs();
    const { pass, alsoCharging } = (await person.call('GET /api/passes/mine')).body;
    expect([pass?.plan, pass?.status, alsoCharging]).toEqual(['lifetime', 'live', []]);
  },
);

it.each(LANGUAGES)(
  'for a year that renewed without a reminder is left at once, free of charge, in %s',
  async (language) => {
    const { server } = testSite;
    const person = await testSite.createPerson({ state: 'no_pass', language });
    await buyPassFor(server, person);
    await passDays(server, person, 366);
    const { page, t, visitor } = await testSite.openDeviceFor(person, {
      language,
      ...SMALL_PHONE,
    });
    await page.goto('/contract');
    await page.getByText(startOf(t('contract:leave.offer'))).waitFor();
    await pressButton(visitor, 'contract:leave.open');
    await waitForHeading(visitor, 'contract:leave.title');
    await expectAccessible(page, 'leaving a year that renewed without a reminder');
    await pressButton(visitor, 'contract:leave.submit');
    await waitForHeading(visitor, 'contract:leave.received');
    await page.getByText(/8\d[.,]\d\d/).waitFor();
  },
);

it.each(LANGUAGES)(
  'for one trip is withdrawn from by itself beside a lifetime pass, in %s',
  async (language) => {
    const { server } = testSite;
    await server.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
    const person = await testSite.createPerson({ state: 'no_pass', language });
    await buyPassFor(server, person, 'trip');
    await buyPassFor(server, person, 'lifetime');
    const { page, t, visitor } = await testSite.openDeviceFor(person, {
      language,
      ...SMALL_PHONE,
    });
    const name = (plan: 'trip' | 'lifetime') => t(`billing:names.${plan}`);
    await page.goto('/subscription');
    const row = t('billing:manage.withdrawFrom', { plan: name('trip') });
    await page.getByRole('button', { name: new RegExp(`^${row}`) }).click();
    await waitForHeading(visitor, 'contract:withdraw.title');
    // What is not named in the address can be chosen, and back.
    await pressButton(visitor, 'contract:withdraw.instead', { plan: name('lifetime') });
    await expectAccessible(page, 'a withdrawal with a choice of two passes');
    await pressButton(visitor, 'contract:withdraw.instead', { plan: name('trip') });
    await pressButton(visitor, 'contract:withdraw.submit');
    await waitForHeading(visitor, 'contract:withdraw.received');
    await server.runJobs();
    const { pass, alsoWithdrawable } = (await person.call('GET /api/passes/mine')).body;
    expect([pass?.plan, pass?.isActive, alsoWithdrawable]).toEqual(['lifetime', true, []]);
    await server.db.update(plans).set({ onSale: false }).where(eq(plans.plan, 'trip'));
  },
);
