// @module-tag whole

import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { feedback } from '#server/features/feedback/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import {
  createHistoryRunner,
  HISTORY_ARBITRARY,
  type PurchaseHistoryStep,
} from '#server/testing/stripe/histories.ts';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { alertOperatorOfPaymentProblems } from './alerts/writes.ts';
import { gifts } from './gifts/table.ts';
import { listCustomerIds, listPasses } from './reads.ts';
import { billingEvents, checkouts } from './table.ts';
import { syncAwaitedPayments, syncStaleCustomers } from './writes.ts';

const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
const COUNT = Number(process.env['HISTORIES'] ?? '300');

let site: TestApp;
let play: ReturnType<typeof createHistoryRunner>;
beforeAll(async () => {
  site = await createTestApp();
  play = createHistoryRunner(site.app.dependencies, async () => {
    const id = v7();
    await site.db.insert(users).values({
      id,
      provider: 'builtin',
      subject: id,
      name: 'Amelia',
      email: `${id}@example.com`,
      signUpMethod: 'email',
      preferredLanguage: 'en',
      onboardingComplete: true,
    });
    return id;
  });
});
afterAll(() => site.close());

describe('what is stored of a customer', () => {
  it('gives the access that an independent oracle computes, whatever was done and whichever events came', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORY_ARBITRARY, async (steps: PurchaseHistoryStep[]) => {
        const { stored, expected } = await play(steps);
        expect(stored).toEqual(expected);
      }),
      { numRuns: COUNT },
    );
  });
});

it('is read again every day, so that an event that never came is made good', async () => {
  const shop = await createStripeSite({ delivers: false });
  const ada = await shop.createPerson({ state: 'no_pass' });
  const body = { plan: 'lifetime', currency: 'EUR' };
  const consent = { immediateAccess: true, withdrawalKnown: true, version: '2026-11' };
  const { url } = (await ada.call('POST /api/checkouts', { body: { ...body, consent } })).body;
  await shop.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
  expect(await listPasses(shop.db, ada.id)).toHaveLength(0);
  await syncStaleCustomers(shop.app.dependencies, shop.clock());
  expect(await listPasses(shop.db, ada.id)).toHaveLength(1);
  shop.server.state.calls = [];
  await syncStaleCustomers(shop.app.dependencies, shop.clock());
  expect(shop.server.state.calls).toEqual([]);
  await shop.close();
});

const OPERATOR_EMAIL = 'operator@example.org';

describe('what is read again by itself', () => {
  const consent = { immediateAccess: true, withdrawalKnown: true, version: '2026-11' };
  const order = async (person: TestPerson) => {
    const body = { plan: 'monthly', currency: 'EUR', consent };
    return (await person.call('POST /api/checkouts', { body })).body.url;
  };
  const pay = async (shop: StripeSite, person: TestPerson, card: 'accepted' | 'declined_later') => {
    const url = await order(person);
    await shop.fixture.actions.pay(parseCheckoutSessionId(url), card);
  };
  const hasAccess = async (person: TestPerson) =>
    (await person.call('GET /api/subscription-status')).body.hasActiveAccess;

  it('is an open payment page, within ten minutes, and the missing event is counted', async () => {
    const shop = await createStripeSite({ delivers: false });
    const ada = await shop.createPerson({ state: 'no_pass' });
    await pay(shop, ada, 'accepted');
    expect(await hasAccess(ada)).toBe(false);
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    expect(await hasAccess(ada)).toBe(true);
    const events = await shop.db.select().from(billingEvents);
    expect(events.filter(({ type }) => type === 'missed')).toHaveLength(1);
    shop.server.state.calls = [];
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    expect(shop.server.state.calls).toEqual([]);
    await shop.close();
  });

  it('is a payment page that was left open for most of the day that it may be paid', async () => {
    const shop = await createStripeSite({ delivers: false });
    const ada = await shop.createPerson({ state: 'no_pass' });
    const url = await order(ada);
    shop.advance(23 * 3_600_000);
    await shop.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    expect(await hasAccess(ada)).toBe(true);
    // A page that can't be paid any more is left alone.
    const eve = await shop.createPerson({ state: 'no_pass' });
    await order(eve);
    shop.advance(25 * 3_600_000 + 1);
    shop.server.state.calls = [];
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    expect(shop.server.state.calls.filter((call) => call.includes('/checkout/'))).toEqual([]);
    await shop.close();
  });

  it('is a payment that fails, the more rarely the longer that lasts', async () => {
    const shop = await createStripeSite({ delivers: false, clock: START, dunning: 'unpaid' });
    const ada = await shop.createPerson({ state: 'no_pass' });
    await pay(shop, ada, 'declined_later');
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    shop.advance(31 * DAY);
    await syncStaleCustomers(shop.app.dependencies, shop.clock());
    /** Reads for some days, every ten minutes, and counts how many times the customer was asked for. */
    const countReadings = async (days: number) => {
      shop.server.state.calls = [];
      for (let minutes = 0; minutes < days * 24 * 60; minutes += 10) {
        shop.advance(10 * 60_000);
        await syncAwaitedPayments(shop.app.dependencies, shop.clock());
      }
      return shop.server.state.calls.filter((call) => call.includes('/subscriptions?')).length;
    };
    const first = await countReadings(1);
    expect(first).toBeGreaterThan(24);
    expect(await countReadings(1)).toBeLessThan(first);
    shop.advance(20 * DAY);
    expect(await countReadings(1)).toBeLessThan(4);
    const [customer = ''] = await listCustomerIds(shop.db, ada.id);
    await shop.fixture.actions.changeCard(customer, 'accepted');
    await countReadings(1);
    expect(await hasAccess(ada)).toBe(true);
    await shop.close();
  });

  it('goes on past payment pages that cannot be read', async () => {
    const shop = await createStripeSite({ delivers: false });
    const ada = await shop.createPerson({ state: 'no_pass' });
    await pay(shop, ada, 'accepted');
    const others = [];
    for (let count = 0; count < 6; count++) {
      const eve = await shop.createPerson({ state: 'no_pass' });
      await pay(shop, eve, 'accepted');
      const isTheirs = eq(checkouts.userId, eve.id);
      const sessionId = `cs_test_of_another_account_${count}`;
      await shop.db.update(checkouts).set({ sessionId }).where(isTheirs);
      others.push(isTheirs);
    }
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    expect(await hasAccess(ada)).toBe(true);
    const [unknown] = await shop.db.select().from(checkouts).where(others[0]);
    expect(unknown?.status).toBe('expired');
    await shop.close();
  });

  it('goes on past somebody who cannot be read, who is put off for ten minutes, and later for half an hour', async () => {
    const shop = await createStripeSite({ delivers: false, operatorEmail: OPERATOR_EMAIL });
    const eve = await shop.createPerson({ state: 'no_pass' });
    const ada = await shop.createPerson({ state: 'no_pass' });
    await pay(shop, eve, 'accepted');
    await pay(shop, ada, 'accepted');
    const { payments } = shop.app.dependencies;
    const read = payments!.readCustomer;
    const [first] = await listCustomerIds(shop.db, eve.id);
    let tries = 0;
    payments!.readCustomer = (id) => {
      if (id !== first) return read(id);
      tries += 1;
      return Promise.reject(new Error('unreadable'));
    };
    const sync = () => syncStaleCustomers(shop.app.dependencies, shop.clock());
    await expect(sync()).rejects.toThrow('unreadable');
    expect([await hasAccess(eve), await hasAccess(ada)]).toEqual([false, true]);
    await sync();
    expect(tries).toBe(1);
    /** Reads for some hours, every ten minutes. */
    const syncFor = async (hours: number) => {
      for (let minutes = 0; minutes < hours * 60; minutes += 10) {
        shop.advance(10 * 60_000);
        await sync().catch(() => undefined);
      }
    };
    await syncFor(1 / 6);
    expect(tries).toBe(2);
    await syncFor(24);
    await alertOperatorOfPaymentProblems(shop.app.dependencies, shop.clock());
    await alertOperatorOfPaymentProblems(shop.app.dependencies, shop.clock());
    const told = (await shop.db.select().from(feedback)).map(({ text }) => text);
    const words = new RegExp(`customer ${first} can’t be read .* tried again every half hour`);
    expect(told).toEqual([expect.stringMatching(words)]);
    await shop.runJobs();
    expect(shop.emails.filter(({ text }) => words.test(text)).map(({ to }) => to)).toEqual([
      OPERATOR_EMAIL,
    ]);
    tries = 0;
    await syncFor(6);
    expect(tries).toBe(12);
    payments!.readCustomer = read;
    await syncFor(1);
    expect(await hasAccess(eve)).toBe(true);
    await shop.close();
  });

  it('is who got money back, for the month in which the bank may send it back, and who has given a pass', async () => {
    const shop = await createStripeSite({ clock: '2026-03-01T12:00:00Z', delivers: false });
    const { actions } = shop.fixture;
    const [ada, eve] = [
      await shop.createPerson({ state: 'no_pass' }),
      await shop.createPerson({ state: 'no_pass' }),
    ];
    const sync = () => syncStaleCustomers(shop.app.dependencies, shop.clock());
    await shop.buy(ada, 'yearly');
    const gift = { plan: 'lifetime', currency: 'EUR', amountMinor: 19_999 };
    const known = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION };
    const { url } = (await eve.call('POST /api/gifts', { body: { ...gift, consent: known } })).body;
    await actions.pay(parseCheckoutSessionId(url), 'accepted');
    await sync();
    const listCodes = async () =>
      (await eve.call('GET /api/gifts')).body.gifts.map(({ code }) => code);
    expect(await listCodes()).not.toEqual([null]);
    const [pass] = await listPasses(shop.db, ada.id);
    const [given] = await shop.db.select().from(gifts);
    shop.advance(25 * DAY);
    await actions.dispute(given?.paymentRef ?? '');
    await actions.closeDispute(given?.paymentRef ?? '', 'lost');
    await sync();
    expect(await listCodes()).toEqual([null]);
    const readAccess = async () => {
      const [row] = await listPasses(shop.db, ada.id);
      return row?.revokedAt === null && row.endsAt! > shop.clock();
    };
    shop.advance(125 * DAY);
    await actions.refund(pass?.paymentRef ?? '');
    await sync();
    expect(await readAccess()).toBe(false);
    shop.advance(20 * DAY);
    await actions.failRefund(pass?.paymentRef ?? '');
    await sync();
    expect(await readAccess()).toBe(true);
    await shop.close();
  });

  it('is whoever could not be read at their time, ten minutes later, however long they were due', async () => {
    const shop = await createStripeSite({ delivers: false });
    const ada = await shop.createPerson({ state: 'no_pass' });
    await pay(shop, ada, 'accepted');
    await syncAwaitedPayments(shop.app.dependencies, shop.clock());
    const { payments } = shop.app.dependencies;
    const read = payments!.readCustomer;
    // A day and most of the time between two daily readings.
    shop.advance(29 * 3_600_000);
    payments!.readCustomer = () => Promise.reject(new Error('unreadable'));
    await expect(syncStaleCustomers(shop.app.dependencies, shop.clock())).rejects.toThrow();
    let readings = 0;
    payments!.readCustomer = (id) => {
      readings += 1;
      return read(id);
    };
    const syncAwaited = () => syncAwaitedPayments(shop.app.dependencies, shop.clock());
    await syncAwaited();
    expect(readings).toBe(0);
    shop.advance(10 * 60_000);
    await syncAwaited();
    expect(readings).toBe(1);
    await syncAwaited();
    expect(readings).toBe(1);
    await shop.close();
  });
});
