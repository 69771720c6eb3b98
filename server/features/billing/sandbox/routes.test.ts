import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import type { TestCard } from '#shared/contract/sandbox.ts';
import { alertOperatorOfPaymentProblems } from '../alerts/writes.ts';
import { listPasses } from '../reads.ts';

let site: TestApp;
let admin: TestPerson;
let ada: TestPerson;
beforeAll(async () => {
  site = await createTestApp();
  admin = await site.createPerson({ state: 'admin' });
});
afterAll(() => site.close());

/** Orders the monthly pass as a new person, and pays it with a test card. */
async function pay(card: TestCard, isAuthenticated = false) {
  ada = await site.createPerson({ state: 'no_pass' });
  const order = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
  const { body } = await ada.call('POST /api/checkouts', { body: order });
  const id = /checkout=(\w+)/.exec(body.url)?.[1] ?? '';
  const paying = { params: { id }, body: { card, isAuthenticated } };
  const reply = await ada.call('POST /api/sandbox/checkouts/:id/pay', paying);
  await site.runJobs();
  return reply.body.outcome;
}
const hasAccess = async () => (await ada.call('GET /api/subscription-status')).body.hasActiveAccess;
const readPass = async () => (await listPasses(site.db, ada.id))[0]!;
const refund = async () =>
  admin.call('POST /api/admin/passes/:id/refund', {
    params: { id: (await readPass()).id },
    body: { reason: 'A rehearsal' },
  });

describe('an operator sees in test mode, before going live,', () => {
  it('a card that is refused, and one without enough money: nothing is charged', async () => {
    expect(await pay('declined')).toBe('declined');
    expect(await pay('insufficient_funds')).toBe('insufficient_funds');
    expect(await hasAccess()).toBe(false);
  });

  it('the bank’s page: nothing before it is confirmed there', async () => {
    expect(await pay('authentication')).toBe('authentication');
    expect(await hasAccess()).toBe(false);
    expect(await pay('authentication', true)).toBe('paid');
    expect(await hasAccess()).toBe(true);
  });

  it('a refund, which ends the pass', async () => {
    await pay('accepted');
    const amounts = [{ amountMinor: 1499, currency: 'EUR' }];
    expect((await refund()).body).toEqual({ amounts, isDone: true });
    await site.runJobs();
    expect(await hasAccess()).toBe(false);
  });

  it('a refund that the bank sends back, which the operator is told of', async () => {
    await pay('refund_fails');
    await refund();
    await site.runJobs();
    await alertOperatorOfPaymentProblems(site.app.dependencies, site.clock());
    const { body } = await admin.call('GET /api/admin/messages');
    expect(body.messages.map(({ text }) => text).join()).toContain((await readPass()).paymentRef);
  });

  it('a dispute, which the studio lists with its last day', async () => {
    expect(await pay('disputed')).toBe('paid');
    const { body } = await admin.call('GET /api/admin/payments/disputes');
    expect(body.disputes[0]).toMatchObject({ person: { id: ada.id }, state: 'open' });
    expect(body.disputes[0]?.dueBy).not.toBeNull();
  });
});
