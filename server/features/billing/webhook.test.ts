import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  buildSignedWebhookRequest,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { disputes } from './payments/table.ts';
import { listPasses } from './reads.ts';
import { billingEvents } from './table.ts';

let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  // In the past, because people stay signed in for thirty days by the real clock.
  site = await createStripeSite({ clock: '2026-06-21T12:00:00Z', delivers: false });
  ada = await site.createPerson({ state: 'no_pass' });
  await site.buy(ada, 'monthly');
});
afterAll(() => site.close());

const findEvent = (type: string) => site.events.find((event) => event.type === type)!;
const countEvents = async () => (await site.db.select().from(billingEvents)).length;

describe('the webhook', () => {
  it('stores an event once, with one job, however often it comes', async () => {
    const before = await countEvents();
    const event = findEvent('checkout.session.completed');
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.deliver(event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await countEvents()).toBe(before + 1);
    const jobs = await site.runJobs();
    expect(jobs.filter(({ name }) => name === 'sync-customer')).toHaveLength(1);
    expect((await ada.call('GET /api/subscription-status')).body.tier).toBe('premium');
  });

  it('takes both secrets while one replaces the other, and no third', async () => {
    const event = findEvent('invoice.paid');
    const status = async (secret: string) => (await site.deliver(event, { secret })).statusCode;
    expect(await status('whsec_old')).toBe(200);
    expect(await status('whsec_new')).toBe(200);
    expect(await status('whsec_other')).toBe(401);
  });

  it('refuses a signature that is five minutes too old or too new', async () => {
    const event = findEvent('invoice.paid');
    const status = async (offset: number) => (await site.deliver(event, { offset })).statusCode;
    expect(await status(-300)).toBe(200);
    expect(await status(-301)).toBe(401);
    expect(await status(300)).toBe(200);
    expect(await status(301)).toBe(401);
  });

  it('refuses a body that is not byte for byte what was signed, and one without a signature', async () => {
    const event = findEvent('invoice.paid');
    const altered = JSON.stringify(event, null, 1);
    expect((await site.deliver(event, { body: altered })).statusCode).toBe(401);
    const { headers, ...request } = buildSignedWebhookRequest('{}', site.clock());
    const { 'stripe-signature': _, ...unsigned } = headers;
    expect((await site.app.inject({ ...request, headers: unsigned })).statusCode).toBe(400);
  });

  it('takes bodies of up to 256 kB', async () => {
    const send = async (bytes: number) => {
      const event = { ...findEvent('invoice.paid'), padding: 'x'.repeat(bytes) };
      return (await site.deliver(event)).statusCode;
    };
    expect(await send(200 * 1024)).toBe(200);
    expect(await send(256 * 1024)).toBe(413);
  });

  it('finds whose an earlier payment, or a gift, is that a bank disputes, and tells the operator within minutes', async () => {
    const ben = await site.createPerson({ state: 'no_pass' });
    await site.buy(ben, 'monthly');
    await ben.call('POST /api/passes/sync');
    const [pass] = await listPasses(site.db, ben.id);
    const customer = pass?.customerId ?? '';
    site.advance(32 * 86_400_000);
    await site.fixture.actions.tick(customer);
    const gift = { plan: 'yearly', currency: 'EUR', amountMinor: 8999 } as const;
    const consent = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION } as const;
    const { url } = (await ben.call('POST /api/gifts', { body: { ...gift, consent } })).body;
    await site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
    await ben.call('POST /api/passes/sync');
    const charges = await site.fixture.actions.readCharges(customer);
    const payments = charges.map(({ payment_intent: id }) => (typeof id === 'string' ? id : ''));
    expect(payments).toHaveLength(3);
    for (const payment of payments) {
      await site.fixture.actions.dispute(payment);
      const event = site.events.findLast(({ type }) => type === 'charge.dispute.created')!;
      expect((await site.deliver(event)).statusCode).toBe(200);
      await site.runJobs();
      const known = await site.db.select().from(disputes);
      expect(known.map(({ paymentRef }) => paymentRef)).toContain(payment);
    }
  });

  it('ignores events about nobody we know, and of kinds that change nothing', async () => {
    const before = await countEvents();
    const event = structuredClone(findEvent('invoice.paid'));
    Object.assign(event.data.object, { customer: 'cus_somebody' });
    expect((await site.deliver({ ...event, id: 'evt_foreign' })).statusCode).toBe(200);
    const irrelevant = {
      ...findEvent('invoice.paid'),
      id: 'evt_other',
      type: 'customer.source.created',
    };
    expect((await site.deliver(irrelevant as never)).statusCode).toBe(200);
    expect(await countEvents()).toBe(before);
  });
});
