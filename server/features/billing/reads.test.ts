import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { plans } from './prices/table.ts';
import { listPasses } from './reads.ts';
import { passes } from './table.ts';
import { syncStaleCustomers } from './writes.ts';

const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  site.state.delivers = true;
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const readOwn = async () => (await ada.call('GET /api/passes/mine')).body;
const stop = () => ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
const findPass = async () => (await listPasses(site.db, ada.id))[0];
const readCharges = async () =>
  site.fixture.actions.readCharges((await findPass())?.customerId ?? '');
async function tick(days: number, shop = site): Promise<void> {
  shop.advance(days * DAY);
  const [pass] = await listPasses(shop.db, ada.id);
  await shop.fixture.actions.tick(pass?.customerId ?? '');
  await shop.runJobs();
}

describe('a subscription whose last payment was given back', () => {
  it('ends, and another can be bought and kept', async () => {
    await site.buy(ada, 'monthly');
    await site.fixture.actions.refund((await findPass())?.paymentRef ?? '');
    await site.runJobs();
    expect((await readOwn()).pass).toBeNull();
    await site.buy(ada, 'monthly');
    expect((await readOwn()).pass).toMatchObject({ plan: 'monthly', isActive: true });
    await tick(40);
    const charges = await readCharges();
    expect(charges.map((charge) => charge.amount_refunded)).toEqual([0, 0, 1499]);
  });

  it('is shown while it would still charge, and its owner can end it', async () => {
    await site.buy(ada, 'monthly');
    const { payments } = site.app.dependencies;
    const end = payments!.endSubscription;
    payments!.endSubscription = () => Promise.resolve();
    await site.fixture.actions.dispute((await findPass())?.paymentRef ?? '');
    await site.fixture.actions.closeDispute((await findPass())?.paymentRef ?? '', 'lost');
    await site.runJobs();
    expect((await readOwn()).pass).toMatchObject({ isActive: false, renews: true });
    payments!.endSubscription = end;
    expect((await stop()).status).toBe(200);
    await tick(40);
    expect(await readCharges()).toHaveLength(1);
  });
});

describe('a payment that is tried again', () => {
  it('is shown beside another pass, and can be ended at once', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    await tick(30);
    await tick(0.5);
    const customer = (await findPass())?.customerId ?? '';
    const pass = await findPass();
    await site.db.insert(passes).values({
      userId: ada.id,
      tier: 'lifetime',
      source: 'purchase',
      startsAt: site.clock(),
      createdAt: site.clock(),
      plan: 'lifetime',
      status: 'live',
      providerRef: `pi_${ada.id}`,
    });
    const own = await readOwn();
    expect(own.pass).toMatchObject({ plan: 'lifetime' });
    expect(own.alsoCharging).toMatchObject([{ id: pass?.id, status: 'past_due' }]);
    expect((await stop()).status).toBe(200);
    expect((await readOwn()).alsoCharging).toEqual([]);
    site.advance(40 * DAY);
    expect(await site.fixture.actions.readCharges(customer)).toHaveLength(1);
  });
});

describe('a subscription cancelled in Stripe’s portal', () => {
  it('ends with its period, and renews again where that is asked for', async () => {
    await site.buy(ada, 'monthly');
    await site.fixture.actions.cancelInPortal((await findPass())?.customerId ?? '');
    await site.runJobs();
    expect((await readOwn()).pass).toMatchObject({ renews: false });
    const body = { renews: true };
    expect((await ada.call('PUT /api/passes/mine/renewal', { body })).status).toBe(200);
    expect((await readOwn()).pass).toMatchObject({ renews: true });
    await tick(40);
    expect(await readCharges()).toHaveLength(2);
  });
});

describe('a trip pass beside a lifetime pass', () => {
  it('can be withdrawn from by itself, as long as its own fourteen days run', async () => {
    await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
    await site.buy(ada, 'trip');
    const trip = await findPass();
    site.advance(2 * DAY);
    await site.buy(ada, 'lifetime');
    const { pass, alsoWithdrawable } = await readOwn();
    expect([pass?.plan, alsoWithdrawable]).toMatchObject([
      'lifetime',
      [
        {
          id: trip?.id,
          plan: 'trip',
          isActive: true,
          withdrawAmounts: [{ currency: 'EUR', amountMinor: trip?.paidMinor }],
        },
      ],
    ]);
    const body = { id: trip?.id ?? '' };
    expect((await ada.call('POST /api/passes/mine/withdrawal', { body })).status).toBe(200);
    await site.runJobs();
    const charges = await readCharges();
    expect(charges.map(({ amount_refunded: back }) => back).toSorted((a, b) => a - b)).toEqual([
      0,
      trip?.paidMinor,
    ]);
    expect((await readOwn()).alsoWithdrawable).toEqual([]);
    expect((await readOwn()).pass).toMatchObject({ plan: 'lifetime', isActive: true });
  });
});

describe('a subscription that the operator has end on a day within its period', () => {
  it('says that day, and gives access until then', async () => {
    await site.buy(ada, 'monthly');
    const day = '2026-07-01T12:00:00.000Z';
    const { providerRef } = (await findPass())!;
    await fetch(`${site.server.base}/v1/subscriptions/${providerRef}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_fixture' },
      body: new URLSearchParams({ cancel_at: String(Date.parse(day) / 1000) }),
    });
    await ada.call('POST /api/passes/sync');
    expect((await readOwn()).pass).toMatchObject({ renews: false, periodEnd: day, endsAt: day });
    const { body } = await ada.call('GET /api/subscription-status');
    expect(body).toMatchObject({ hasActiveAccess: true, validUntil: day });
  });
});

describe('when Stripe is told to do otherwise than end what is not paid', () => {
  it.each(['unpaid', 'past_due'] as const)('%s gives no access for ever', async (dunning) => {
    const shop = await createStripeSite({ clock: START, dunning });
    ada = await shop.createPerson({ state: 'no_pass' });
    await shop.buy(ada, 'monthly', 'declined_later');
    for (const days of [30, 3, 3]) await tick(days, shop);
    expect((await readOwn()).pass).toMatchObject({ isActive: true });
    for (const days of [3, 20, 10, 20, 15, 10]) {
      await tick(days, shop);
      await syncStaleCustomers(shop.app.dependencies, shop.clock());
      const { hasActiveAccess } = (await ada.call('GET /api/subscription-status')).body;
      expect(hasActiveAccess).toBe(false);
      expect((await readOwn()).pass).toMatchObject({ isActive: false, status: 'past_due' });
    }
    await shop.close();
  });
});
