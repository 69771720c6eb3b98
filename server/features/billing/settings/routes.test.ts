import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { createBillingProvider } from '../service.ts';
import { SYNCED_EVENT_TYPES } from '../stripe/policy.ts';
import { billingEvents } from '../table.ts';
import { FOUND_EVENT_TYPE, MISSED_EVENT_TYPE } from '../writes.ts';

const NOW = new Date('2026-06-23T12:00:00Z');
/** What Stripe answers, by path; what is not here is refused, as to a restricted key. */
let answers: Record<string, object>;
const refusal = { error: { type: 'invalid_request_error', message: 'not permitted' } };
let isAway = false;
const answer = (input: string | URL | Request) => {
  if (isAway) return Promise.reject(new TypeError('fetch failed'));
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const found = answers[pathname];
  return Promise.resolve(Response.json(found ?? refusal, { status: found ? 200 : 403 }));
};
const toList = (data: object[]) => ({ object: 'list', data, has_more: false });
const portal = (changesPlan: boolean) => ({
  features: {
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    subscription_update: { enabled: changesPlan },
    subscription_cancel: { enabled: false, mode: 'at_period_end' },
  },
});

let site: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  site = await createTestApp({
    clock: NOW,
    billing: 'stripe',
    payments: createBillingProvider({
      secretKey: 'sk_test_settings',
      webhookSecrets: ['whsec_settings'],
      tax: 'txr_1',
      fetch: answer,
    }),
  });
  admin = await site.createPerson({ state: 'admin' });
});
afterAll(() => site.close());

const read = async () => (await admin.call('GET /api/admin/pricing/stripe')).body;
const readStates = async () =>
  Object.fromEntries((await read()).checks.map(({ name, state }) => [name, state]));

it('the operator is told how Stripe is set up, as Stripe says it', async () => {
  const url = `${site.app.dependencies.baseUrl}/api/webhooks/stripe`;
  const endpoint = { url, status: 'enabled', enabled_events: [...SYNCED_EVENT_TYPES] };
  answers = {
    '/v1/account': { charges_enabled: true },
    '/v1/webhook_endpoints': toList([endpoint]),
    '/v1/billing_portal/configurations': toList([portal(false)]),
    '/v1/tax_rates/txr_1': { active: true, inclusive: true },
  };
  expect(await readStates()).toEqual({
    account: 'ok',
    webhook: 'ok',
    events: 'ok',
    portal: 'ok',
    portalPlans: 'ok',
    tax: 'ok',
    dunning: 'by_hand',
    emails: 'by_hand',
  });
  answers['/v1/billing_portal/configurations'] = toList([portal(true)]);
  answers['/v1/tax_rates/txr_1'] = { active: true, inclusive: false };
  expect(await readStates()).toMatchObject({ portalPlans: 'to_do', tax: 'to_do' });
});

it('what the key may not read is said to be unread, and the rest is read all the same', async () => {
  answers = { '/v1/account': { charges_enabled: false } };
  expect(await readStates()).toMatchObject({
    account: 'to_do',
    webhook: 'unread',
    portal: 'unread',
    tax: 'unread',
  });
});

it('all that its API tells is said to be unread while Stripe does not answer, and the rest is read all the same', async () => {
  isAway = true;
  const { checks, missed } = await read();
  isAway = false;
  const unread = ['account', 'webhook', 'portal', 'portalPlans', 'tax'];
  expect(checks.map(({ name, state }) => [name, state])).toEqual([
    ...unread.map((name) => [name, 'unread']),
    ['dunning', 'by_hand'],
    ['emails', 'by_hand'],
  ]);
  expect(missed).toBe(0);
});

it('the operator sees when the last event came, and how many payments came without one', async () => {
  answers = {};
  expect(await read()).toMatchObject({ lastEventAt: null, missed: 0 });
  const at = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
  await site.db.insert(billingEvents).values([
    { id: 'evt_1', type: 'invoice.paid', receivedAt: at(30) },
    { id: 'told:1', type: 'told', receivedAt: at(2) },
    { id: 'evt_2', type: FOUND_EVENT_TYPE, receivedAt: at(3) },
    { id: 'missed:1', type: MISSED_EVENT_TYPE, receivedAt: at(1) },
    { id: 'missed:2', type: MISSED_EVENT_TYPE, receivedAt: at(24 * 8) },
  ]);
  expect(await read()).toMatchObject({ lastEventAt: at(30).toISOString(), missed: 1 });
});
