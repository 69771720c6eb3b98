import { expect, it } from 'vitest';
import { SYNCED_EVENT_TYPES } from '../stripe/policy.ts';
import { checkStripeSettings, type StripeAccountSettings } from './policy.ts';

const webhookUrl = 'https://envol.test/api/webhooks/stripe';
const RIGHT: StripeAccountSettings = {
  chargesEnabled: true,
  webhooks: [{ url: webhookUrl, isEnabled: true, events: [...SYNCED_EVENT_TYPES] }],
  portal: { changesCard: true, showsInvoices: true, changesPlan: false, endsAtOnce: false },
  isTaxReady: true,
};
const check = (settings: Partial<StripeAccountSettings>, tax: 'none' | 'automatic' = 'none') =>
  Object.fromEntries(
    checkStripeSettings({ ...RIGHT, ...settings }, { webhookUrl, tax }).map(
      ({ name, state, detail }) => [name, detail ? `${state}: ${detail}` : state],
    ),
  );

it('says what is right, and what only a look into the dashboard can tell', () => {
  expect(check({})).toEqual({
    account: 'ok',
    webhook: 'ok',
    events: 'ok',
    portal: 'ok',
    portalPlans: 'ok',
    dunning: 'by_hand',
    emails: 'by_hand',
  });
  expect(check({ webhooks: [{ url: webhookUrl, isEnabled: true, events: ['*'] }] }).events).toBe(
    'ok',
  );
});

it('names the events that Stripe does not send, and the address where it should', () => {
  const events = [...SYNCED_EVENT_TYPES].filter((name) => name !== 'refund.failed');
  const webhooks = [{ url: webhookUrl, isEnabled: true, events }];
  expect(check({ webhooks }).events).toBe('to_do: refund.failed');
  const elsewhere = [{ url: 'https://other.test', isEnabled: true, events: ['*'] }];
  expect(check({ webhooks: elsewhere })).toMatchObject({ webhook: `to_do: ${webhookUrl}` });
  expect(check({ webhooks: elsewhere })).not.toHaveProperty('events');
  const disabled = [{ url: webhookUrl, isEnabled: false, events: ['*'] }];
  expect(check({ webhooks: disabled }).webhook).toMatch(/^to_do/);
});

it('wants a portal in which the card is changed, receipts are found, no plan is changed and none ends at once', () => {
  expect(check({ portal: 'none' })).toMatchObject({ portal: 'to_do', portalPlans: 'to_do' });
  const portal = { changesCard: true, showsInvoices: false, changesPlan: true, endsAtOnce: false };
  expect(check({ portal })).toMatchObject({ portal: 'to_do', portalPlans: 'to_do' });
  const ending = { changesCard: true, showsInvoices: true, changesPlan: false, endsAtOnce: true };
  expect(check({ portal: ending })).toMatchObject({ portal: 'ok', portalPlans: 'to_do' });
});

it('says what could not be read, and of tax only where it is asked for', () => {
  const nothing = { chargesEnabled: null, webhooks: null, portal: null, isTaxReady: null };
  expect(check(nothing, 'automatic')).toMatchObject({
    account: 'unread',
    portal: 'unread',
    tax: 'unread: automatic',
    webhook: `unread: ${webhookUrl}`,
  });
  expect(check({ isTaxReady: false })).not.toHaveProperty('tax');
});
