import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { retryFailedRefunds } from '../alerts/writes.ts';
import { listPasses } from '../reads.ts';

const START = '2026-06-21T12:00:00Z';
const MONTH_END = '2026-07-21T12:00:00.000Z';
const DAY = 86_400_000;
let site: StripeSite;
let admin: TestPerson;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
  admin = await site.createPerson({ state: 'admin' });
  await admin.call('POST /api/admin/people/:id/passes', {
    params: { id: admin.id },
    body: { tier: 'lifetime', endsAt: null, reason: 'runs the site' },
  });
});
beforeEach(async () => {
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const readOwn = async () => (await ada.call('GET /api/passes/mine')).body;
const readStatus = async () => (await ada.call('GET /api/subscription-status')).body;
const findPass = async (plan: string) =>
  (await listPasses(site.db, ada.id)).find((one) => one.plan === plan)!;

async function buyLifetime(currency = 'EUR'): Promise<void> {
  site.advance(DAY);
  const body = { plan: 'lifetime', currency, consent: ORDER_CONSENT };
  const { url } = (await ada.call('POST /api/checkouts', { body })).body;
  await site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
  await site.runJobs();
}
async function changeToYearly(): Promise<void> {
  site.advance(DAY);
  const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
  await ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } });
  await site.runJobs();
}
async function refund(plan: string): Promise<void> {
  await site.fixture.actions.refund((await findPass(plan)).paymentRef ?? '');
  await site.runJobs();
}
async function lose(plan: string): Promise<void> {
  const payment = (await findPass(plan)).paymentRef ?? '';
  await site.fixture.actions.dispute(payment);
  await site.fixture.actions.closeDispute(payment, 'lost');
  await site.runJobs();
}
async function refundInStudio(plan: string): Promise<void> {
  const { id } = await findPass(plan);
  const body = { reason: 'They asked for it' };
  await admin.call('POST /api/admin/passes/:id/refund', { params: { id }, body });
  await site.runJobs();
}
const WAYS = [
  ['refunded at Stripe', refund],
  ['lost to its bank', lose],
  ['refunded in the studio', refundInStudio],
] as const;
const listSubjects = () =>
  site.emails.filter(({ to }) => to === ada.email).map(({ subject }) => subject);

describe('the paid time that a pass had taken over comes back', () => {
  it.each(WAYS)('with a lifetime pass that is %s', async (way, giveBack) => {
    await site.buy(ada, 'monthly');
    site.advance(3 * DAY);
    await buyLifetime();
    expect(await readStatus()).toMatchObject({ tier: 'lifetime' });
    site.advance(3 * DAY);
    site.emails.length = 0;
    await giveBack('lifetime');
    expect(await readStatus()).toMatchObject({
      hasActiveAccess: true,
      tier: 'premium',
      plan: 'monthly',
      renews: false,
      validUntil: MONTH_END,
      endsAt: MONTH_END,
    });
    expect(await readOwn()).toMatchObject({
      pass: { plan: 'monthly', isActive: true, status: 'ended', withdrawnAt: null },
      alsoCharging: [],
    });
    const told = listSubjects();
    expect(told.filter((one) => one.includes('is yours again'))).toHaveLength(1);
    expect(told.filter((one) => one.includes('refunded'))).toHaveLength(
      way === 'lost to its bank' ? 0 : 1,
    );
    await ada.call('POST /api/passes/sync');
    await site.runJobs();
    expect(listSubjects()).toEqual(told);
    site.setClock(MONTH_END);
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
    expect((await readOwn()).pass).toBeNull();
  });

  it.each(WAYS)('with a year that is %s', async (_way, giveBack) => {
    await site.buy(ada, 'monthly');
    site.advance(3 * DAY);
    await changeToYearly();
    expect(await readStatus()).toMatchObject({ plan: 'yearly' });
    site.advance(3 * DAY);
    site.emails.length = 0;
    await giveBack('yearly');
    expect(await readStatus()).toMatchObject({
      hasActiveAccess: true,
      tier: 'premium',
      plan: 'monthly',
      renews: false,
      validUntil: MONTH_END,
      endsAt: MONTH_END,
    });
    expect(await readOwn()).toMatchObject({
      pass: {
        plan: 'monthly',
        isActive: true,
        status: 'ended',
        paidMinor: 1499,
        withdrawnAt: null,
      },
      alsoCharging: [],
    });
    const told = listSubjects();
    expect(told.filter((one) => one.includes('is yours again'))).toHaveLength(1);
    await ada.call('POST /api/passes/sync');
    await site.runJobs();
    expect(listSubjects()).toEqual(told);
    site.setClock(MONTH_END);
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
  });

  it('with a lifetime pass that a bank holds when the operator ends it', async () => {
    await site.buy(ada, 'monthly');
    await buyLifetime();
    await site.fixture.actions.dispute((await findPass('lifetime')).paymentRef ?? '');
    await site.runJobs();
    await refundInStudio('lifetime');
    expect(await readStatus()).toMatchObject({ plan: 'monthly', validUntil: MONTH_END });
  });

  it('of a year too, and of the month before the year once that went back as well', async () => {
    await site.buy(ada, 'monthly');
    await changeToYearly();
    await buyLifetime();
    await refund('lifetime');
    expect(await readStatus()).toMatchObject({ plan: 'yearly', renews: false });
    await refund('yearly');
    expect(await readStatus()).toMatchObject({ plan: 'monthly', validUntil: MONTH_END });
  });

  it('and a lifetime pass can be bought anew meanwhile', async () => {
    await site.buy(ada, 'monthly');
    await buyLifetime();
    await refund('lifetime');
    await buyLifetime();
    expect(await readStatus()).toMatchObject({ tier: 'lifetime' });
  });
});

describe('a refund that its bank sends back', () => {
  const sendBack = async (plan: string): Promise<void> => {
    await site.fixture.actions.failRefund((await findPass(plan)).paymentRef ?? '');
    await site.runJobs();
  };
  const refundAgain = async (): Promise<void> => {
    site.advance(10 * 60_000);
    await retryFailedRefunds(site.app.dependencies, site.clock());
    await ada.call('POST /api/passes/sync');
  };

  it('leaves what was paid for, until it is made again', async () => {
    await site.buy(ada, 'monthly');
    site.advance(3 * DAY);
    await refund('monthly');
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
    await sendBack('monthly');
    expect(await readStatus()).toMatchObject({
      hasActiveAccess: true,
      tier: 'premium',
      plan: 'monthly',
      renews: false,
      validUntil: MONTH_END,
      endsAt: MONTH_END,
    });
    expect(await readOwn()).toMatchObject({
      pass: { plan: 'monthly', isActive: true, status: 'ended' },
      alsoCharging: [],
    });
    await refundAgain();
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
  });

  it('leaves nothing where the operator has ended the pass, but the month before its year', async () => {
    await site.buy(ada, 'monthly');
    await changeToYearly();
    const { paymentRef } = await findPass('yearly');
    await refundInStudio('yearly');
    await site.fixture.actions.failRefund(paymentRef ?? '');
    await site.runJobs();
    expect(await readStatus()).toMatchObject({ plan: 'monthly', validUntil: MONTH_END });
    ada = await site.createPerson({ state: 'no_pass' });
    await site.buy(ada, 'monthly');
    await refundInStudio('monthly');
    await sendBack('monthly');
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
  });

  it('takes nothing from who has bought another pass since', async () => {
    await buyLifetime();
    await refund('lifetime');
    await site.buy(ada, 'monthly');
    await sendBack('lifetime');
    expect(await readStatus()).toMatchObject({ tier: 'lifetime' });
    await refundAgain();
    expect(await readStatus()).toMatchObject({ plan: 'monthly', renews: true });
  });
});

describe('nothing comes back', () => {
  it('where its own payment went back too', async () => {
    await site.buy(ada, 'monthly');
    await buyLifetime();
    await refund('monthly');
    await refund('lifetime');
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
  });

  it('where its rest had been refunded, since it was paid in another currency', async () => {
    await site.buy(ada, 'monthly');
    site.advance(3 * DAY);
    await buyLifetime('USD');
    await refund('lifetime');
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
  });

  it.each(['lifetime', 'yearly'])('after a withdrawal from a %s pass', async (plan) => {
    await site.buy(ada, 'monthly');
    site.advance(3 * DAY);
    await (plan === 'lifetime' ? buyLifetime() : changeToYearly());
    const id = (await readOwn()).pass?.id;
    await ada.call('POST /api/passes/mine/withdrawal', { body: { id } });
    await site.runJobs();
    await ada.call('POST /api/passes/sync');
    expect(await readStatus()).toMatchObject({ hasActiveAccess: false });
  });

  it('where the lifetime pass is given back in part', async () => {
    await site.buy(ada, 'monthly');
    await buyLifetime();
    await site.fixture.actions.refund((await findPass('lifetime')).paymentRef ?? '', 5000);
    await site.runJobs();
    expect(await readStatus()).toMatchObject({ tier: 'lifetime' });
    expect(await findPass('monthly')).toMatchObject({ status: 'ended' });
  });
});
