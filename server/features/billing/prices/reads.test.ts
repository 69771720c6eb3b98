import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkouts } from '#server/features/billing/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import { offers, plans, prices } from './table.ts';

const NOW = '2026-11-21T12:00:00Z';
let site: TestApp;
let ada: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await createTestApp({ clock: NOW });
  ada = await site.createPerson({ state: 'no_pass' });
  admin = await site.createPerson({ state: 'admin' });
});
beforeEach(() => site.clock.set(NOW));
afterAll(() => site.close());

const yearly = { plan: 'yearly', currency: 'EUR' } as const;
async function readYearly(person = ada) {
  const { body } = await person.call('GET /api/plans');
  const found = body.plans.find(({ plan }) => plan === 'yearly');
  return found?.prices.find(({ currency }) => currency === 'EUR');
}
async function changeYearly(amountMinor: number) {
  const replaces = (await readYearly())?.id;
  const body = { ...yearly, amountMinor, replaces };
  await admin.call('PUT /api/admin/pricing/price', { body });
}
const order = (body: object, person = ada) =>
  person.call('POST /api/checkouts', { body: { ...body, consent: ORDER_CONSENT } });

describe('the plans on sale', () => {
  it('are three, in order, with their tags, and the trip pass once the operator sells it', async () => {
    const read = async () =>
      (await ada.call('GET /api/plans')).body.plans.map(({ plan, tag }) => [plan, tag]);
    const three = [
      ['monthly', null],
      ['yearly', 'popular'],
      ['lifetime', 'best_value'],
    ];
    expect(await read()).toEqual(three);
    await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
    expect(await read()).toEqual([['trip', null], ...three]);
    await site.db.update(plans).set({ onSale: false }).where(eq(plans.plan, 'trip'));
  });

  it('keep what an open checkout costs when the price changes, and the former price for the books', async () => {
    const { body: before } = await order(yearly);
    await changeYearly(9999);
    const [kept] = await site.db.select().from(checkouts).where(eq(checkouts.id, before.id));
    expect(kept).toMatchObject({ amountMinor: 8999, usualAmountMinor: 8999 });
    expect((await order(yearly)).body.amountMinor).toBe(9999);
    const former = await site.db.select().from(prices).where(eq(prices.validUntil, site.clock()));
    expect(former.map(({ amountMinor }) => amountMinor)).toEqual([8999]);
    await changeYearly(8999);
  });

  it('are not sold at a price that a page showed before it changed', async () => {
    const shown = await readYearly();
    await changeYearly(9999);
    const refused = await order({ ...yearly, priceId: shown?.id });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'price_changed']);
    await changeYearly(8999);
  });
});

describe('an offer', () => {
  const offer = {
    plan: 'yearly',
    percentOff: 20,
    audience: 'first_pass',
    startsAt: new Date('2026-11-20T00:00:00Z'),
    endsAt: new Date('2026-12-07T00:00:00Z'),
  } as const;
  let id: string;
  beforeAll(async () => {
    const [row] = await site.db.insert(offers).values(offer).returning();
    id = row?.id ?? '';
  });

  it('is shown with the price that is charged and its last moment', async () => {
    const price = await readYearly();
    expect(price).toMatchObject({
      amountMinor: 8999,
      offer: { id, amountMinor: 7199, endsAt: '2026-12-07T00:00:00.000Z' },
    });
    const { body } = await order({ ...yearly, priceId: price?.id, offerId: id });
    expect(body).toMatchObject({ amountMinor: 7199, usualAmountMinor: 8999 });
  });

  it('that ended while the page was open is refused before anything is charged', async () => {
    site.clock.set(offer.endsAt);
    expect((await readYearly())?.offer).toBeNull();
    expect((await order({ ...yearly, offerId: id })).body.error?.code).toBe('price_changed');
    expect((await order({ ...yearly, offerId: null })).body.amountMinor).toBe(8999);
  });

  it('for a first pass is not for somebody who has bought one', async () => {
    const eve = await site.createPerson({ state: 'no_pass' });
    expect((await readYearly(eve))?.offer?.id).toBe(id);
    const { body } = await order({ plan: 'monthly', currency: 'EUR' }, eve);
    const page = new URL(body.url, 'http://localhost').searchParams.get('checkout') ?? '';
    await eve.call('POST /api/sandbox/checkouts/:id/pay', {
      params: { id: page },
      body: { card: 'accepted' },
    });
    await site.runJobs();
    expect((await readYearly(eve))?.offer).toBeNull();
  });

  it('in an amount is for its own currency', async () => {
    const amount = { amountOffMinor: 3000, currency: 'EUR', percentOff: null } as const;
    await site.db.insert(offers).values({ ...offer, ...amount, audience: 'everyone' });
    expect((await readYearly())?.offer?.amountMinor).toBe(5999);
    const { body } = await ada.call('GET /api/plans');
    const inPounds = body.plans.find(({ plan }) => plan === 'yearly')?.prices[3];
    expect(inPounds).toMatchObject({ currency: 'GBP', offer: { id } });
  });
});
