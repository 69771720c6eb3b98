import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { encrypt } from '#server/encryption.ts';
import { webhookDeliveries, webhooks } from '#server/features/webhooks/table.ts';
import { createWebhookSecret } from '#server/features/webhooks/policy.ts';
import { ORDER_CONSENT, PASSWORD, type TestPerson } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { WEBHOOK_DATA } from '#shared/contract/admin-webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/rules/webhook-events.ts';
import { retryFailedRefunds } from '../alerts/writes.ts';
import { listPasses } from '../reads.ts';

// In the past, because people stay signed in for thirty days by the real clock.
const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
  const webhookSecret = createWebhookSecret();
  await site.db.insert(webhooks).values({
    // Nothing is sent there: what is queued is read.
    url: 'https://127.0.0.1/',
    events: [...WEBHOOK_EVENTS],
    secret: encrypt(site.app.dependencies.secret, { webhookSecret }),
    createdAt: site.clock(),
  });
});
beforeEach(async () => {
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
});
afterEach(() => site.db.delete(webhookDeliveries));
afterAll(() => site.close());

const findPass = async () => (await listPasses(site.db, ada.id))[0];
async function tick(days: number): Promise<void> {
  site.advance(days * DAY);
  await site.fixture.actions.tick((await findPass())?.customerId ?? '');
  await site.runJobs();
}
/** Lists what was told, the first one first, by its event and its amount. */
async function listTold() {
  const rows = await site.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id));
  return rows.map(({ event, data }) => {
    expect(WEBHOOK_DATA[event as WebhookEvent].parse(data)).toEqual(data);
    return [event, data['amountMinor']];
  });
}

it('tells of each renewal once, whether an event of it came or not', async () => {
  await site.buy(ada, 'monthly');
  await tick(30);
  await tick(31);
  await ada.call('POST /api/passes/sync');
  expect(await listTold()).toEqual([
    ['pass.bought', 1499],
    ['pass.renewed', 1499],
    ['pass.renewed', 1499],
  ]);
});

it('tells of a month that becomes a year as a change, with what was paid for it', async () => {
  await site.buy(ada, 'monthly');
  site.advance(15 * DAY);
  const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
  const body = { dueMinor, consent: ORDER_CONSENT };
  await ada.call('POST /api/passes/mine/yearly', { body });
  await site.runJobs();
  expect(await listTold()).toEqual([
    ['pass.bought', 1499],
    ['pass.changed', dueMinor],
  ]);
});

it('tells of each refund with what went back, in part and then the rest', async () => {
  await site.buy(ada, 'lifetime');
  const { paymentRef, paidMinor } = (await findPass())!;
  await site.fixture.actions.refund(paymentRef ?? '', 500);
  await site.runJobs();
  await site.fixture.actions.refund(paymentRef ?? '');
  await site.runJobs();
  await ada.call('POST /api/passes/sync');
  expect(await listTold()).toEqual([
    ['pass.bought', paidMinor],
    ['payment.refunded', 500],
    ['payment.refunded', paidMinor! - 500],
  ]);
});

it('tells of a refund once that its bank sent back and that is made again', async () => {
  await site.buy(ada, 'lifetime');
  const { paymentRef, paidMinor } = (await findPass())!;
  const { actions } = site.fixture;
  const told = () => site.emails.filter(({ to }) => to === ada.email).map(({ subject }) => subject);
  await actions.refund(paymentRef ?? '', 500);
  await site.runJobs();
  const before = told();
  expect(before).not.toEqual([]);
  await actions.failRefund(paymentRef ?? '');
  await site.runJobs();
  expect((await findPass())?.refundedMinor).toBe(0);
  site.advance(10 * 60_000);
  await retryFailedRefunds(site.app.dependencies, site.clock());
  await site.runJobs();
  expect((await findPass())?.refundedMinor).toBe(500);
  // Neither the person by email nor the operator by a webhook.
  expect(told()).toEqual(before);
  expect(await listTold()).toEqual([
    ['pass.bought', paidMinor],
    ['payment.refunded', 500],
  ]);
});

it('tells of a refund also once the account of who paid is gone', async () => {
  await site.buy(ada, 'lifetime');
  const { paymentRef } = (await findPass())!;
  const body = { email: ada.email, currentPassword: PASSWORD };
  await ada.call('DELETE /api/users/me', { body });
  await site.runJobs();
  await site.fixture.actions.refund(paymentRef ?? '', 500);
  await site.runJobs();
  expect((await listTold()).at(-1)).toEqual(['payment.refunded', 500]);
});
