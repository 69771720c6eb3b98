import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plans } from '#server/features/billing/prices/table.ts';
import { listCustomerIds, listPasses } from '#server/features/billing/reads.ts';
import type { TestCard } from '#server/features/billing/sandbox/engine/cards.ts';
import { syncAndCorrectCustomer } from '#server/features/billing/sync-customer.ts';
import { ORDER_CONSENT, type TestPerson } from '#server/testing/people.ts';
import { createStripeSite, parseCheckoutSessionId, type StripeSite } from './site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';

// A month of a small shop, added up by hand.

const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
  admin = await site.createPerson({ state: 'admin' });
  await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
});
afterAll(() => site.close());

interface Order {
  code?: string;
  card?: TestCard;
}

async function buy(plan: string, currency: string, { code, card = 'accepted' }: Order = {}) {
  const person = await site.createPerson({ state: 'no_pass' });
  const body = { plan, currency, consent: ORDER_CONSENT };
  const { url } = (await person.call('POST /api/checkouts', { body })).body;
  const session = parseCheckoutSessionId(url);
  if (code) await site.fixture.actions.applyCode(session, code);
  await site.fixture.actions.pay(session, card, true);
  await site.runJobs();
  return person;
}

async function giveYearTo(person: TestPerson): Promise<void> {
  const giver = await site.createPerson({ state: 'no_pass' });
  const consent = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION };
  const body = { plan: 'yearly', currency: 'EUR', amountMinor: 8999, consent };
  const { url } = (await giver.call('POST /api/gifts', { body })).body;
  await site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted', true);
  await site.runJobs();
  const [gift] = (await giver.call('GET /api/gifts')).body.gifts;
  const redeemed = await person.call('POST /api/gifts/redeem', { body: { code: gift?.code } });
  expect(redeemed.status).toBe(200);
}

const createCode = (code: string, percentOff: number) =>
  admin.call('POST /api/admin/promotions', {
    body: { id: randomUUID(), code, percentOff, plan: null, endsAt: null, maxUses: null },
  });
const getPass = async ({ id }: TestPerson) => (await listPasses(site.db, id))[0]!;
const setNow = (day: number) =>
  site.setClock(new Date(Date.parse(START) + day * DAY).toISOString());

/** What the studio says, with the currencies in the order of their names. */
async function readFigures() {
  await refreshTotals(site.db, { now: site.clock(), livemode: false });
  const query = { from: '2026-06-15', to: '2026-06-21' };
  const { recurring } = (await admin.call('GET /api/admin/overview', { query })).body;
  const mrr = recurring.mrr.toSorted((a, b) => a.currency.localeCompare(b.currency));
  return {
    ...recurring,
    mrr: Object.fromEntries(mrr.map(({ currency, amountMinor }) => [currency, amountMinor])),
  };
}

it('MRR and churn equal a count by hand, with three currencies, codes, gifts, refunds, a dispute and a pause', async () => {
  await createCode('FIFTH', 20);
  await createCode('FREE', 100);
  const people = {
    anna: await buy('monthly', 'EUR'),
    ben: await buy('yearly', 'USD'),
    cleo: await buy('monthly', 'GBP'),
    dora: await buy('monthly', 'EUR', { code: 'FIFTH' }),
    emil: await buy('yearly', 'EUR', { code: 'FREE' }),
    iris: await buy('monthly', 'EUR'),
    jon: await buy('yearly', 'GBP'),
    kim: await buy('monthly', 'USD'),
    lea: await buy('monthly', 'EUR'),
    max: await buy('monthly', 'EUR', { card: 'declined_later' }),
    nora: await buy('monthly', 'GBP'),
    quin: await buy('monthly', 'EUR'),
    rita: await buy('monthly', 'EUR'),
  };
  // None of these renews.
  await buy('lifetime', 'GBP');
  await buy('trip', 'EUR');
  await giveYearTo(await site.createPerson({ state: 'no_pass' }));
  await site.createPerson({ state: 'pass' });

  expect(await readFigures()).toEqual({
    mrr: {
      // Seven months of 14.99, and a twelfth of 89.99: 104.93 + 7.4992.
      EUR: 11_243,
      // Two of 12.99, and a twelfth of 77.99: 25.98 + 6.4992.
      GBP: 3248,
      // One of 15.99, and a twelfth of 95.99: 15.99 + 7.9992.
      USD: 2399,
    },
    subscribers: 13,
    subscribersBefore: 0,
    left: 0,
    failing: 0,
  });

  setNow(1);
  const withdrawn = { id: (await getPass(people.quin)).id };
  await people.quin.call('POST /api/passes/mine/withdrawal', { body: withdrawn });
  await site.runJobs();

  setNow(3);
  const { actions } = site.fixture;
  await actions.refund((await getPass(people.iris)).paymentRef ?? '', 500);
  await admin.call('POST /api/admin/passes/:id/refund', {
    params: { id: (await getPass(people.jon)).id },
    body: { reason: 'Asked for' },
  });
  const disputed = (await getPass(people.kim)).paymentRef ?? '';
  await actions.dispute(disputed);
  await actions.closeDispute(disputed, 'lost');
  await people.lea.call('PUT /api/passes/mine/pause', { body: { months: 1 } });
  await people.nora.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
  const { dueMinor } = (await people.rita.call('GET /api/passes/mine/yearly')).body;
  await people.rita.call('POST /api/passes/mine/yearly', {
    body: { dueMinor, consent: ORDER_CONSENT },
  });
  await site.runJobs();

  setNow(32);
  for (const { id } of Object.values(people))
    for (const customer of await listCustomerIds(site.db, id)) {
      await actions.tick(customer);
      await syncAndCorrectCustomer(site.app.dependencies, customer);
    }
  await site.runJobs();
  expect(await readFigures()).toEqual({
    mrr: {
      // Anna, Dora, Iris, and Max in his days of grace: 59.96; of Emil's and Rita's years a twelfth each: 14.9983.
      EUR: 7496,
      // Cleo.
      GBP: 1299,
      // A twelfth of Ben's year: 7.9992.
      USD: 800,
    },
    subscribers: 8,
    // Thirty days ago Quin had left already.
    subscribersBefore: 12,
    // Jon, Kim, Lea, whose access rests, and Nora.
    left: 4,
    // Max.
    failing: 1,
  });
});
