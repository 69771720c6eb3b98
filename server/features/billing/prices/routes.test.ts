import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkouts } from '#server/features/billing/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import { offers } from './table.ts';

const NOW = '2026-11-21T12:00:00.000Z';
let site: TestApp;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  site = await createTestApp({ clock: NOW });
  admin = await site.createPerson({ state: 'admin' });
  member = await site.createPerson({ state: 'no_pass' });
});
beforeEach(async () => {
  site.clock.set(NOW);
  await site.db.update(checkouts).set({ offerId: null });
  await site.db.delete(offers);
});
afterAll(() => site.close());

const read = async () => (await admin.call('GET /api/admin/pricing')).body;
const readPlan = async (name: string) => (await read()).plans.find(({ plan }) => plan === name)!;
const readPrice = async () =>
  (await readPlan('yearly')).prices.find(({ currency }) => currency === 'EUR')!;
const listActions = async () =>
  (await admin.call('GET /api/admin/audit', { query: { limit: 3, about: 'pricing' } })).body
    .entries;
async function send(route: string, body: object, id?: string) {
  const answer = await admin.send(route, { body, ...(id && { params: { id } }) });
  return [answer.status, answer.body.error?.code];
}
const order = (plan: string, caller = member) =>
  caller.call('POST /api/checkouts', { body: { plan, currency: 'EUR', consent: ORDER_CONSENT } });

describe('an admin', () => {
  it('sees every plan, also what is not on sale, and whether purchases are on', async () => {
    const { billing, livemode, plans } = await read();
    expect({ billing, livemode }).toEqual({ billing: 'sandbox', livemode: false });
    expect(plans.map(({ plan, onSale }) => [plan, onSale])).toEqual([
      ['trip', false],
      ['monthly', true],
      ['yearly', true],
      ['lifetime', true],
    ]);
    expect(plans.map(({ prices }) => prices.length)).toEqual([5, 5, 5, 5]);
    const off = await createTestApp({ billing: 'off' });
    const other = await off.createPerson({ state: 'admin' });
    expect((await other.call('GET /api/admin/pricing')).body.billing).toBe('off');
    await off.close();
  });

  it('changes a price, which a member sees at once, and finds the former one in its history', async () => {
    const { id } = await readPrice();
    const change = { plan: 'yearly', currency: 'EUR', amountMinor: 7999, replaces: id };
    expect(await send('PUT /api/admin/pricing/price', change)).toEqual([200, undefined]);
    expect((await order('yearly')).body.amountMinor).toBe(7999);
    const query = { plan: 'yearly', currency: 'EUR' } as const;
    const { prices } = (await admin.call('GET /api/admin/pricing/history', { query })).body;
    expect(prices.map(({ amountMinor, validUntil }) => [amountMinor, validUntil])).toEqual([
      [7999, null],
      [8999, NOW],
    ]);
    expect((await listActions())[0]).toMatchObject({
      action: 'price.change',
      target: 'price yearly EUR',
      before: { amountMinor: 8999 },
      after: { amountMinor: 7999 },
    });
  });

  it('who changes a price that another changed meanwhile is told, and one of two at once wins', async () => {
    const { id } = await readPrice();
    const change = (amountMinor: number) =>
      send('PUT /api/admin/pricing/price', {
        plan: 'yearly',
        currency: 'EUR',
        amountMinor,
        replaces: id,
      });
    const answers = await Promise.all([change(8000), change(8100)]);
    expect(answers).toContainEqual([200, undefined]);
    expect(answers).toContainEqual([409, 'conflict']);
    expect((await change(8200))[1]).toBe('conflict');
  });

  it('puts the trip pass on sale and takes it off again; who is late is told', async () => {
    const was = { onSale: false, tag: null };
    const body = { plan: 'trip', onSale: true, tag: 'popular', was };
    expect((await order('trip')).body.error?.code).toBe('not_found');
    expect(await send('PUT /api/admin/pricing/plan', body)).toEqual([200, undefined]);
    expect((await order('trip')).status).toBe(201);
    expect(await send('PUT /api/admin/pricing/plan', body)).toEqual([409, 'conflict']);
    const back = { ...body, ...was, was: { onSale: true, tag: 'popular' } };
    expect((await send('PUT /api/admin/pricing/plan', back))[0]).toBe(200);
    expect((await order('trip')).body.error?.code).toBe('not_found');
    expect((await listActions())[0]).toMatchObject({
      action: 'plan.change',
      target: 'plan trip',
      before: { onSale: true, tag: 'popular' },
      after: { onSale: false, tag: null },
    });
  });

  it('makes an offer, sees how often it was taken, and ends it', async () => {
    const body = {
      plan: 'monthly',
      percentOff: 50,
      audience: 'everyone',
      usesPerPerson: 1,
      startsAt: NOW,
      endsAt: '2026-12-01T00:00:00.000Z',
    };
    const made = await admin.send('POST /api/admin/pricing/offers', { body });
    const { id } = made.body as never as { id: string };
    expect(made.status).toBe(201);
    expect((await order('monthly')).body.amountMinor).toBe(750);
    await site.db.update(checkouts).set({ status: 'paid' }).where(eq(checkouts.offerId, id));
    expect((await read()).offers).toEqual([
      { ...body, id, amountOffMinor: null, currency: null, timesUsed: 1 },
    ]);
    site.clock.advance(1000);
    const end = { endsAt: null, was: body.endsAt };
    const path = 'PUT /api/admin/pricing/offers/:id/end';
    expect(await send(path, end, id)).toEqual([200, undefined]);
    expect(await send(path, end, id)).toEqual([409, 'conflict']);
    const other = await site.createPerson({ state: 'no_pass' });
    expect((await order('monthly', other)).body.amountMinor).toBe(1499);
    expect((await listActions()).map(({ action }) => action).slice(0, 2)).toEqual([
      'offer.end',
      'offer.create',
    ]);
  });

  it('takes back an offer that has not begun, as if it had never been', async () => {
    const startsAt = '2026-12-01T00:00:00.000Z';
    const endsAt = '2026-12-02T00:00:00.000Z';
    const plan = { plan: 'yearly', audience: 'everyone', startsAt, endsAt } as const;
    const body = { ...plan, amountOffMinor: 500, currency: 'EUR' } as const;
    const { id } = (await admin.call('POST /api/admin/pricing/offers', { body })).body;
    const end = { endsAt: null, was: endsAt };
    expect(await send('PUT /api/admin/pricing/offers/:id/end', end, id)).toEqual([200, undefined]);
    expect((await read()).offers).toEqual([]);
  });

  it('is refused an offer that ends before it begins, or takes off nothing', async () => {
    const period = { startsAt: NOW, endsAt: '2026-12-01T00:00:00.000Z' };
    const body = { plan: 'monthly', percentOff: 50, audience: 'everyone', ...period };
    const refuse = (changed: object) =>
      send('POST /api/admin/pricing/offers', { ...body, ...changed });
    expect(await refuse({ endsAt: NOW })).toEqual([400, 'invalid_input']);
    expect(await refuse({ percentOff: 0 })).toEqual([400, 'invalid_input']);
    expect(await refuse({ percentOff: undefined, amountOffMinor: 100 })).toEqual([
      400,
      'invalid_input',
    ]);
  });
});
