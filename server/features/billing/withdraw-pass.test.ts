import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { listPasses } from './reads.ts';
import { retryUnfinishedWithdrawals, refundDueHeldWithdrawals } from './withdraw-pass.ts';

// In the past, because people stay signed in for thirty days by the real clock.
const START = '2026-06-22T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let ada: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
  admin = await site.createPerson({ state: 'admin' });
});
afterAll(() => site.close());

const withdraw = async () => {
  const { pass } = (await ada.call('GET /api/passes/mine')).body;
  const notice = { name: 'Ada', email: ada.email, reference: null, passId: pass?.id ?? null };
  const body = { kind: 'withdraw', language: 'en', ...notice } as const;
  const reply = await ada.call('POST /api/contract-notices', { body });
  await site.runJobs();
  return reply.body;
};
const readRefunds = async () => {
  const [pass] = await listPasses(site.db, ada.id);
  const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
  return charges.map(({ amount_refunded }) => amount_refunded);
};
const hasAccess = async () => (await ada.call('GET /api/subscription-status')).body.hasActiveAccess;
const listHeld = async () =>
  (await admin.call('GET /api/admin/pricing/withdrawals')).body.withdrawals.filter(
    ({ email }) => email === ada.email,
  );
const readLastEmail = () =>
  site.emails
    .filter(({ to }) => to === ada.email)
    .at(-1)
    ?.text.replaceAll(/\s+/g, ' ');

describe('whoever withdraws from a pass whose payment a bank disputes before it is refunded', () => {
  it('has no access any more, and is refunded once the bank has decided, months later', async () => {
    await site.buy(ada, 'lifetime');
    const [pass] = await listPasses(site.db, ada.id);
    site.server.state.trouble = 'dead';
    expect(await withdraw()).toMatchObject({ effect: 'withdrawn' });
    await site.fixture.actions.dispute(pass?.paymentRef ?? '');
    site.server.state.trouble = null;
    site.advance(DAY / 24);
    await site.runJobs();
    await retryUnfinishedWithdrawals(site.app.dependencies, site.clock());
    expect([await hasAccess(), await readRefunds()]).toEqual([false, [0]]);
    site.advance(75 * DAY);
    await site.fixture.actions.closeDispute(pass?.paymentRef ?? '', 'won');
    await site.runJobs();
    await retryUnfinishedWithdrawals(site.app.dependencies, site.clock());
    expect(await readRefunds()).toEqual([19_999]);
  });
});

describe.each(['monthly', 'lifetime'])(
  'whoever withdraws from a %s pass twice in a year',
  (plan) => {
    const paid = plan === 'monthly' ? 1499 : 19_999;
    beforeEach(async () => {
      await site.buy(ada, plan);
      expect(await withdraw()).toMatchObject({ effect: 'withdrawn', refundBy: null });
      site.advance(DAY);
      await site.buy(ada, plan);
      expect(await hasAccess()).toBe(true);
    });

    it('gets the first one back at once; the second ends at once, and says by when its money goes back', async () => {
      expect(await withdraw()).toMatchObject({
        effect: 'withdrawn',
        refundBy: '2026-06-30T12:00:00.000Z',
      });
      expect(await hasAccess()).toBe(false);
      expect(await readRefunds()).toEqual([0, paid]);
      expect(readLastEmail()).toContain('on its way by 30 June 2026 at the latest');
      await ada.call('POST /api/passes/sync');
      expect(await hasAccess()).toBe(false);
    });

    it('gets it back when the operator has looked at it, who is told at once', async () => {
      await withdraw();
      await runPeriodicTasks(site.app.dependencies);
      const { messages } = (await admin.call('GET /api/admin/messages')).body;
      expect(messages.some(({ text }) => text.includes('under Pricing in the studio'))).toBe(true);
      const [held] = await listHeld();
      expect(held).toMatchObject({ plan, amounts: [{ amountMinor: paid, currency: 'EUR' }] });
      const sent = { params: { id: held?.id ?? '' } };
      const release = () => admin.call('POST /api/admin/pricing/withdrawals/:id/refund', sent);
      expect((await release()).status).toBe(200);
      expect(await readRefunds()).toEqual([paid, paid]);
      expect(await hasAccess()).toBe(false);
      expect(await listHeld()).toEqual([]);
      expect((await release()).status).toBe(404);
    });

    it('gets it back within seven days though the operator is silent, and a first try may fail', async () => {
      await withdraw();
      site.advance(6.5 * DAY - 1000);
      await refundDueHeldWithdrawals(site.app.dependencies, site.clock());
      expect(await readRefunds()).toEqual([0, paid]);
      site.advance(1000);
      await refundDueHeldWithdrawals(site.app.dependencies, site.clock());
      expect(await readRefunds()).toEqual([paid, paid]);
    });

    it('gets it back also after deleting the account meanwhile', async () => {
      await withdraw();
      const [pass] = await listPasses(site.db, ada.id);
      const body = { email: ada.email, currentPassword: PASSWORD };
      expect((await ada.call('DELETE /api/users/me', { body })).status).toBe(200);
      await site.runJobs();
      const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
      expect(charges.map(({ amount_refunded }) => amount_refunded)).toEqual([paid, paid]);
    });
  },
);

it('a withdrawal that waits is settled with all that was promised where the operator refunds and ends the pass', async () => {
  await site.buy(ada, 'monthly');
  await withdraw();
  site.advance(DAY);
  await site.buy(ada, 'monthly');
  site.advance(16 * DAY);
  await site.buy(ada, 'lifetime');
  await withdraw();
  const [held] = await listHeld();
  const body = { reason: 'They asked for it' };
  await admin.call('POST /api/admin/passes/:id/refund', { params: { id: held?.id ?? '' }, body });
  await site.runJobs();
  const [lifetime = 0, month = 0] = await readRefunds();
  expect([lifetime + month, month > 0]).toEqual([19_999, true]);
  expect(held?.amounts).toEqual([{ amountMinor: 19_999, currency: 'EUR' }]);
  expect([await hasAccess(), await listHeld()]).toEqual([false, []]);
});

it('a withdrawal is carried out though an earlier refund of its payment failed at the bank', async () => {
  await site.buy(ada, 'lifetime');
  const [pass] = await listPasses(site.db, ada.id);
  const payment = pass?.paymentRef ?? '';
  await site.fixture.actions.refund(payment, 500);
  await site.fixture.actions.failRefund(payment);
  await site.runJobs();
  site.advance(DAY / 24);
  site.server.state.trouble = 'dead';
  expect(await withdraw()).toMatchObject({ effect: 'withdrawn' });
  site.server.state.trouble = null;
  site.advance(DAY / 12);
  await retryUnfinishedWithdrawals(site.app.dependencies, site.clock());
  expect(await readRefunds()).toEqual([19_999]);
});

it('a withdrawal more than a year after another one is refunded at once', async () => {
  await site.buy(ada, 'lifetime');
  await withdraw();
  await site.db.execute(
    `update passes set withdrawn_at = withdrawn_at - interval '366 days' where user_id = '${ada.id}'`,
  );
  await site.buy(ada, 'lifetime');
  expect(await withdraw()).toMatchObject({ refundBy: null });
  expect(await readRefunds()).toEqual([19_999, 19_999]);
});

it.each(['end', 'withdraw'] as const)(
  'a notice to %s is carried out also when its job has given up, and the operator is told after a day',
  async (kind) => {
    await site.buy(ada, 'monthly');
    const { pass } = (await ada.call('GET /api/passes/mine')).body;
    site.server.state.trouble = 'dead';
    const notice = { name: 'Ada', email: ada.email, reference: null, passId: pass?.id ?? null };
    const body = { kind, language: 'en', ...notice } as const;
    await ada.call('POST /api/contract-notices', { body });
    await site.db.execute(`delete from jobs.job where name in ('end-contract', 'withdraw-pass')`);
    site.advance(1.1 * DAY);
    await runPeriodicTasks(site.app.dependencies);
    const { messages } = (await admin.call('GET /api/admin/messages')).body;
    expect(messages.some(({ text }) => text.includes('Stripe hasn’t carried it out'))).toBe(true);
    site.server.state.trouble = null;
    await runPeriodicTasks(site.app.dependencies);
    const own = (await ada.call('GET /api/passes/mine')).body.pass;
    if (kind === 'end') expect(own).toMatchObject({ isActive: true, renews: false });
    else expect(await readRefunds()).toEqual([1499]);
    expect(own?.renews ?? false).toBe(false);
  },
);

it('whoever withdraws from a second lifetime pass can buy another pass while its refund waits', async () => {
  await site.buy(ada, 'lifetime');
  await withdraw();
  await site.buy(ada, 'lifetime');
  await withdraw();
  await site.buy(ada, 'monthly');
  expect((await ada.call('GET /api/passes/mine')).body.pass).toMatchObject({ plan: 'monthly' });
  expect(await hasAccess()).toBe(true);
  expect(await readRefunds()).toEqual([0, 0, 19_999]);
});
