import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeEntitlement } from '#shared/rules/entitlement.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import { listPasses } from './reads.ts';
import { passes } from './table.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp({ clock: '2026-11-21T12:00:00Z' })));
afterAll(() => site.close());

async function open(person: TestPerson, plan = 'monthly'): Promise<string> {
  const body = { plan, currency: 'EUR', consent: ORDER_CONSENT };
  const { url } = (await person.call('POST /api/checkouts', { body })).body;
  return new URL(url, 'http://localhost').searchParams.get('checkout') ?? '';
}
const pay = (person: TestPerson, id: string, card = 'accepted', isAuthenticated?: boolean) =>
  person.call('POST /api/sandbox/checkouts/:id/pay', {
    params: { id },
    body: { card, isAuthenticated },
  });
const readStatus = async (person: TestPerson) =>
  (await person.call('GET /api/subscription-status')).body;

describe('the test mode', () => {
  it('says that it is one, with the prices of the passes in five currencies', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const { body } = await ada.call('GET /api/plans');
    expect(body.testMode).toBe(true);
    const [monthly] = body.plans;
    const inEuros = monthly?.prices.find(({ currency }) => currency === 'EUR');
    expect(inEuros).toMatchObject({ amountMinor: 1499, offer: null });
    for (const { prices } of body.plans) expect(prices).toHaveLength(5);
  });

  it('opens everything once a checkout is paid, by the same signed event as with Stripe', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    expect((await ada.call('GET /api/contents')).body.error?.code).toBe('pass_required');
    await pay(ada, await open(ada));
    await site.runJobs();
    expect(await readStatus(ada)).toMatchObject({ hasActiveAccess: true, tier: 'premium' });
    expect((await ada.call('GET /api/contents')).status).toBe(200);
  });

  it('opens everything by the page after the payment when no event arrives', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await pay(ada, await open(ada, 'lifetime'));
    await ada.call('POST /api/passes/sync');
    expect(await readStatus(ada)).toMatchObject({ tier: 'lifetime', endsAt: null });
  });

  it('shows the page of a checkout anew on any device, and after it was paid', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const id = await open(ada, 'yearly');
    const read = async () =>
      (await ada.call('GET /api/sandbox/checkouts/:id', { params: { id } })).body;
    const shown = { plan: 'yearly', currency: 'EUR', amountMinor: 8999, renewalMinor: 8999 };
    const page = { ...shown, isGift: false, takesCodes: true };
    expect(await read()).toEqual({ ...page, status: 'open' });
    expect(await open(ada, 'yearly')).toBe(id);
    await pay(ada, id);
    expect(await read()).toEqual({ ...page, status: 'complete' });
    expect((await pay(ada, id)).body.outcome).toBe('paid');
    await site.runJobs();
    expect(await listPasses(site.db, ada.id)).toHaveLength(1);
  });

  it.each(['declined', 'insufficient_funds', 'authentication'] as const)(
    'gives nothing for a card that is %s, and takes another after it',
    async (card) => {
      const ada = await site.createPerson({ state: 'no_pass' });
      const id = await open(ada);
      expect((await pay(ada, id, card)).body.outcome).toBe(card);
      await site.runJobs();
      expect((await readStatus(ada)).hasActiveAccess).toBe(false);
      const second = card === 'authentication' ? pay(ada, id, card, true) : pay(ada, id);
      expect((await second).body.outcome).toBe('paid');
      await site.runJobs();
      expect((await readStatus(ada)).hasActiveAccess).toBe(true);
    },
  );

  it('keeps a checkout open for a day', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const id = await open(ada);
    site.clock.advance(25 * 60 * 60_000);
    expect((await pay(ada, id)).body.error?.code).toBe('checkout_closed');
    expect(await open(ada)).not.toBe(id);
    site.clock.advance(-25 * 60 * 60_000);
  });

  it('lets nobody pay or see the checkout of another', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const eve = await site.createPerson({ state: 'no_pass' });
    const refused = await pay(eve, await open(ada));
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'not_found']);
  });

  it('sells no plan that is not on sale, and nothing without both consents', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const order = { plan: 'trip', currency: 'EUR', consent: ORDER_CONSENT };
    const refuse = async (body: object) =>
      (await ada.call('POST /api/checkouts', { body })).body.error?.code;
    expect(await refuse(order)).toBe('not_found');
    const consent = { ...ORDER_CONSENT, withdrawalKnown: false };
    expect(await refuse({ ...order, plan: 'monthly', consent })).toBe('invalid_input');
  });

  it('is not there where payments are off: nothing is sold', async () => {
    const closed = await createTestApp({ billing: 'off' });
    const ada = await closed.createPerson({ state: 'no_pass' });
    const body = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
    expect((await ada.call('POST /api/checkouts', { body })).status).toBe(404);
    const nothing = { testMode: false, currency: null, plans: [] };
    expect((await ada.call('GET /api/plans')).body).toEqual(nothing);
    expect((await ada.call('GET /api/prices')).body).toEqual({ currency: null, prices: [] });
    await closed.close();
  });
});

describe('the prices', () => {
  it('are told to visitors from the rows by which the passes are sold, in the currency of their country', async () => {
    const abroad = await createTestApp({ findLocation: () => ({ country: 'CH', city: null }) });
    const { body } = await abroad.createBrowser().call('GET /api/prices');
    expect(body.currency).toBe('CHF');
    const inFrancs = body.prices.filter(({ currency }) => currency === 'CHF');
    expect(inFrancs.map(({ plan }) => plan)).toEqual(['monthly', 'yearly', 'lifetime']);
    const ada = await abroad.createPerson({ state: 'no_pass' });
    const { currency, plans } = (await ada.call('GET /api/plans')).body;
    expect(currency).toBe('CHF');
    const sold = plans.map(({ prices }) => prices.find((one) => one.currency === 'CHF'));
    expect(sold.map((one) => one?.amountMinor)).toEqual(
      inFrancs.map(({ amountMinor }) => amountMinor),
    );
    await abroad.close();
  });
});

describe('a pass', () => {
  it('that was just bought is not hidden by a clock that is set back', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await pay(ada, await open(ada));
    await site.runJobs();
    site.clock.advance(-3 * 60 * 60_000);
    const { body } = await ada.call('GET /api/subscription-status');
    expect(body).toMatchObject({ hasActiveAccess: true, tier: 'premium' });
    const kept = await listPasses(site.db, ada.id);
    expect(computeEntitlement(kept, site.clock()).hasActiveAccess).toBe(true);
    site.clock.advance(3 * 60 * 60_000);
  });

  it('that is to begin later begins then', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const startsAt = new Date(site.clock().getTime() + 60 * 60_000);
    await site.db
      .update(passes)
      .set({ startsAt, createdAt: site.clock() })
      .where(eq(passes.userId, ada.id));
    const readAccess = async () =>
      (await ada.call('GET /api/subscription-status')).body.hasActiveAccess;
    expect(await readAccess()).toBe(false);
    site.clock.advance(60 * 60_000);
    expect(await readAccess()).toBe(true);
    site.clock.advance(-60 * 60_000);
  });

  it('ends a month later to the day, and the server and the shared rule agree on it', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const [pass] = await listPasses(site.db, ada.id);
    if (!pass?.endsAt) throw new Error('a monthly pass has an end');
    const justBefore = new Date(pass.endsAt.getTime() - 1);
    expect(computeEntitlement([pass], justBefore).hasActiveAccess).toBe(true);
    expect(computeEntitlement([pass], pass.endsAt).hasActiveAccess).toBe(false);
    expect(pass.endsAt.getUTCDate()).toBe(pass.startsAt.getUTCDate());

    await site.db.update(passes).set({ endsAt: site.clock() }).where(eq(passes.id, pass.id));
    const { body } = await ada.call('GET /api/subscription-status');
    const nothing = { plan: null, validUntil: null, renews: false, isSupported: false };
    const none = { hasActiveAccess: false, tier: 'free', endsAt: null, grant: null };
    expect(body).toEqual({ ...none, ...nothing });
  });
});
