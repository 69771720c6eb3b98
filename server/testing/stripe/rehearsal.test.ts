import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  alertOperatorOfPaymentProblems,
  retryFailedRefunds,
} from '#server/features/billing/alerts/writes.ts';
import type { TestCard } from '#server/features/billing/sandbox/engine/cards.ts';
import { listPasses } from '#server/features/billing/reads.ts';
import { fetchAndHandleLostEvents } from '#server/features/billing/stale/writes.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { createStripeSite, parseCheckoutSessionId, type StripeSite } from './site.ts';

// The rehearsal of docs/selling.md, row after row, with the people that its rows name.

const DAY = 86_400_000;
let site: StripeSite;
let admin: TestPerson;
const people: TestPerson[] = [];
beforeAll(async () => {
  // In the past, because people stay signed in for thirty days by the real clock.
  site = await createStripeSite({ clock: '2026-06-23T12:00:00Z', operatorEmail: 'op@example.com' });
  admin = await site.createPerson({ state: 'admin' });
  for (let count = 0; count < 7; count++)
    people.push(await site.createPerson({ state: 'no_pass' }));
});
afterAll(() => site.close());

/** The first person is 1, as in the manual. */
const person = (number: number) => people[number - 1]!;
const runJobs = () => site.runJobs();
const order = async (who: TestPerson, plan: string) =>
  parseCheckoutSessionId(
    (
      await who.call('POST /api/checkouts', {
        body: { plan, currency: 'EUR', consent: ORDER_CONSENT },
      })
    ).body.url,
  );
const pay = async (page: string, card: TestCard, isAuthenticated = false) => {
  await site.fixture.actions.pay(page, card, isAuthenticated);
  await runJobs();
};
/** Tries to pay, and has what Stripe's page says be this refusal. */
const beRefused = async (page: string, card: TestCard, refusal: object) => {
  await expect(site.fixture.actions.pay(page, card)).rejects.toMatchObject(refusal);
  await runJobs();
};
const readOwn = async (who: TestPerson) => (await who.call('GET /api/passes/mine')).body;
const hasAccess = async (who: TestPerson) =>
  (await who.call('GET /api/subscription-status')).body.hasActiveAccess;
const readPass = async ({ id }: TestPerson) => (await listPasses(site.db, id))[0]!;
const readCharges = async (who: TestPerson) =>
  (await site.fixture.actions.readCharges((await readPass(who)).customerId ?? ''))
    .filter(({ paid }) => paid)
    .map(({ amount, amount_refunded }) => amount - amount_refunded);
const declare = (kind: 'end' | 'withdraw', who: TestPerson, from = who) =>
  from.call('POST /api/contract-notices', {
    body: {
      kind,
      name: 'Ada',
      email: who.email,
      reference: null,
      passId: null,
      language: 'en',
    },
  });
const refundAndEnd = async (who: TestPerson) => {
  const input = { params: { id: (await readPass(who)).id }, body: { reason: 'A rehearsal' } };
  const { body } = await admin.call('POST /api/admin/passes/:id/refund', input);
  await runJobs();
  return body;
};
const listTold = async () => {
  await alertOperatorOfPaymentProblems(site.app.dependencies, site.clock());
  return (await admin.call('GET /api/admin/messages')).body.messages.map(({ text }) => text);
};
const readMails = ({ email }: { email: string }) =>
  site.emails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject} ${text}`);

const ROWS: Record<number, () => Promise<void>> = {
  0: async () => {
    expect((await person(1).call('GET /api/plans')).body.plans).toHaveLength(3);
    expect((await admin.call('GET /api/admin/pricing/stripe')).status).toBe(200);
  },
  2: async () => {
    const refusal = { code: 'card_declined', declineCode: 'insufficient_funds' };
    await beRefused(await order(person(1), 'monthly'), 'insufficient_funds', refusal);
    expect(await hasAccess(person(1))).toBe(false);
  },
  3: async () => {
    const page = await order(person(1), 'monthly');
    await beRefused(page, 'authentication', { code: 'authentication_required' });
    expect(await hasAccess(person(1))).toBe(false);
    await pay(page, 'authentication', true);
    expect(await hasAccess(person(1))).toBe(true);
    expect(readMails(person(1)).at(-1)).toMatch(
      /change your mind until 7 July 2026.*I hereby give notice/is,
    );
  },
  6: async () => {
    const { dueMinor } = (await person(1).call('GET /api/passes/mine/yearly')).body;
    const body = { dueMinor, consent: ORDER_CONSENT };
    await person(1).call('POST /api/passes/mine/yearly', { body });
    await runJobs();
    expect((await readOwn(person(1))).pass).toMatchObject({ plan: 'yearly' });
    expect(await readCharges(person(1))).toHaveLength(2);
  },
  8: async () => {
    await declare('end', person(1));
    await runJobs();
    expect((await readOwn(person(1))).pass).toMatchObject({ isActive: true, renews: false });
    await person(1).call('PUT /api/passes/mine/renewal', { body: { renews: true } });
    expect((await readOwn(person(1))).pass).toMatchObject({ renews: true });
  },
  10: async () => {
    await declare('withdraw', person(1));
    await runJobs();
    expect(await readCharges(person(1))).toEqual([0, 0]);
    expect(await hasAccess(person(1))).toBe(false);
    expect(readMails(person(1)).join()).toMatch(/23 June 2026 at 14:00/);
  },
  13: async () => {
    await pay(await order(person(2), 'monthly'), 'accepted');
    const amounts = [{ amountMinor: 1499, currency: 'EUR' }];
    expect(await refundAndEnd(person(2))).toEqual({ amounts, isDone: true });
    expect(await readCharges(person(2))).toEqual([0]);
    // The receipt can be reached after the end.
    expect(await readOwn(person(2))).toMatchObject({ pass: null, hasReceipts: true });
    expect((await person(2).call('POST /api/passes/mine/portal')).status).toBe(200);
    expect(readMails(person(2)).join()).toContain('refunded');
    const query = { limit: 50, subject: person(2).id };
    const { entries } = (await admin.call('GET /api/admin/audit', { query })).body;
    expect(entries.map(({ action }) => action)).toContain('pass.refund');
  },
  16: async () => {
    await pay(await order(person(3), 'monthly'), 'disputed');
    const { disputes } = (await admin.call('GET /api/admin/payments/disputes')).body;
    expect(disputes[0]).toMatchObject({ person: { id: person(3).id }, state: 'open' });
    const payment = (await readPass(person(3))).paymentRef ?? '';
    expect((await listTold()).join()).toContain(payment);
    expect(await hasAccess(person(3))).toBe(true);
    await site.fixture.actions.closeDispute(payment, 'lost');
    await runJobs();
    expect(await hasAccess(person(3))).toBe(false);
  },
  19: async () => {
    await pay(await order(person(4), 'monthly'), 'refund_fails');
    await refundAndEnd(person(4));
    const payment = (await readPass(person(4))).paymentRef ?? '';
    const listTries = async () => (await listTold()).filter((text) => text.includes(payment));
    for (const tries of [1, 2, 3, 4, 4]) {
      expect(await listTries()).toHaveLength(tries);
      expect(await readCharges(person(4))).toEqual([1499]);
      site.advance(10 * 60_000);
      await retryFailedRefunds(site.app.dependencies, site.clock());
      await runJobs();
    }
    expect((await listTries()).join()).toContain('isn’t made again');
  },
  22: async () => {
    await pay(await order(person(5), 'monthly'), 'accepted');
    const { customerId } = await readPass(person(5));
    await site.fixture.actions.changeCard(customerId ?? '', 'declined_later');
    site.advance(32 * DAY);
    await site.fixture.actions.tick(customerId ?? '');
    await runJobs();
    expect(readMails(person(5)).at(-1)).toMatch(/payment/i);
    const { payments } = (await admin.call('GET /api/admin/payments/failing')).body;
    expect(payments[0]).toMatchObject({ person: { id: person(5).id } });
    expect(await hasAccess(person(5))).toBe(true);
    await site.fixture.actions.changeCard(customerId ?? '', 'accepted');
    await runJobs();
    expect((await readOwn(person(5))).pass).toMatchObject({ status: 'live', renews: true });
  },
  24: async () => {
    const visitor = site.createBrowser() as TestPerson;
    await declare('end', person(5), visitor);
    await runJobs();
    expect((await readOwn(person(5))).pass).toMatchObject({ isActive: true, renews: false });
    expect(readMails(person(5)).join()).toContain('cancelled');
    await declare('withdraw', person(5), visitor);
    await runJobs();
    expect((await listTold()).join()).toContain(person(5).email);
    expect(await hasAccess(person(5))).toBe(true);
  },
  26: async () => {
    const was = { tag: null, onSale: false };
    const plan = { plan: 'trip', tag: null, onSale: true, was };
    expect((await admin.call('PUT /api/admin/pricing/plan', { body: plan })).status).toBe(200);
    const code = { code: 'FREE', percentOff: 100, plan: null, endsAt: null, maxUses: null };
    const made = { body: { id: randomUUID(), ...code } };
    expect((await admin.call('POST /api/admin/promotions', made)).status).toBe(201);
    const page = await order(person(6), 'trip');
    await site.fixture.actions.applyCode(page, 'FREE');
    await pay(page, 'accepted');
    expect(await hasAccess(person(6))).toBe(true);
    const consent = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION };
    const body = { plan: 'yearly', currency: 'EUR', amountMinor: 8999, consent };
    const { url } = (await person(6).call('POST /api/gifts', { body })).body;
    await pay(parseCheckoutSessionId(url), 'accepted');
    expect(await readCharges(person(6))).toEqual([8999]);
    const [gift] = (await person(6).call('GET /api/gifts')).body.gifts;
    expect(readMails(person(6)).join()).toContain(gift?.code);
    const redeem = (who: TestPerson) =>
      who.call('POST /api/gifts/redeem', { body: { code: gift?.code } });
    expect((await redeem(person(7))).status).toBe(200);
    expect((await redeem(person(5))).body.error?.code).toBe('gift_used');
  },
  28: async () => {
    const params = { id: person(6).id };
    const { gifts } = (await admin.call('GET /api/admin/people/:id/gifts', { params })).body;
    site.state.delivers = false;
    await site.fixture.actions.refund(gifts[0]?.paymentRef ?? '');
    await runJobs();
    expect(await hasAccess(person(7))).toBe(true);
    // Nothing is delivered again: Envol looks for what it missed.
    site.advance(10 * 60_000);
    await fetchAndHandleLostEvents(site.app.dependencies, site.clock());
    await runJobs();
    expect(await hasAccess(person(7))).toBe(false);
  },
};

const manual = await readFile('docs/selling.md', 'utf8');
const rows = manual.slice(manual.indexOf('## A rehearsal')).matchAll(/^\| (\d+) /gm);
const minutes = [...rows].map(([, minute]) => Number(minute));

it('the rehearsal in the manual has these rows, and ends with a live key', () => {
  expect(minutes).toEqual([...Object.keys(ROWS).map(Number), 30]);
});

it.each(Object.keys(ROWS))('what is to be done in minute %s comes out as the manual says', (row) =>
  ROWS[Number(row)]?.(),
);
