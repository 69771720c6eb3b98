import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedback } from '#server/features/feedback/table.ts';
import { PASSWORD, type TestPerson } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { retryFailedRefunds } from '../alerts/writes.ts';
import { listPasses } from '../reads.ts';
import { retryUnfinishedWithdrawals } from '../withdraw-pass.ts';

const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START, operatorEmail: 'operator@example.com' });
  admin = await site.createPerson({ state: 'admin' });
  // The pass that comes with the role in tests ends before the virtual clock does.
  await admin.call('POST /api/admin/people/:id/passes', {
    params: { id: admin.id },
    body: { tier: 'lifetime', endsAt: null, reason: 'runs the site' },
  });
});
afterAll(() => site.close());

const readPass = async ({ id }: TestPerson) => (await listPasses(site.db, id))[0]!;
const refund = (id: string) =>
  admin.call('POST /api/admin/passes/:id/refund', {
    params: { id },
    body: { reason: 'They wrote that they fly no more' },
  });
const readCharges = async (person: TestPerson) =>
  site.fixture.actions.readCharges((await readPass(person)).customerId ?? '');
const listRefunds = async ({ id }: TestPerson) => {
  const { body } = await admin.call('GET /api/admin/audit', { query: { limit: 50, subject: id } });
  return body.entries.filter(({ action }) => action === 'pass.refund');
};
async function buy(plan: string, card: 'accepted' | 'declined_later' = 'accepted') {
  const person = await site.createPerson({ state: 'no_pass' });
  await site.buy(person, plan, card);
  return person;
}
async function tick(person: TestPerson, days: number) {
  site.advance(days * DAY);
  await site.fixture.actions.tick((await readPass(person)).customerId ?? '');
  await site.runJobs();
}

describe('refund and end, in one press', () => {
  it('gives back the last payment, ends the subscription at once, and is audited; again, it does nothing', async () => {
    const ada = await buy('monthly');
    const { id } = await readPass(ada);
    const reply = { amounts: [{ amountMinor: 1499, currency: 'EUR' }], isDone: true };
    expect((await refund(id)).body).toEqual(reply);
    expect((await ada.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
    expect(await readPass(ada)).toMatchObject({ status: 'ended', renews: false });
    await refund(id);
    await site.runJobs();
    expect(await readCharges(ada)).toMatchObject([{ amount_refunded: 1499 }]);
    expect(await listRefunds(ada)).toHaveLength(1);
    const told = site.emails.filter(({ to }) => to === ada.email).map(({ subject }) => subject);
    expect(told.filter((subject) => subject.includes('refunded'))).toHaveLength(1);
  });

  it('counts where Stripe does not answer: a job does it', async () => {
    const ada = await buy('lifetime');
    const { id } = await readPass(ada);
    site.server.state.trouble = 'failing';
    expect((await refund(id)).body.isDone).toBe(false);
    site.server.state.trouble = null;
    site.advance(10 * 60_000);
    await site.runJobs();
    expect(await readCharges(ada)).toMatchObject([{ amount_refunded: 19_999 }]);
    expect((await ada.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
  });

  it('that fails at the bank is made again within ten minutes', async () => {
    const ada = await buy('monthly');
    const { id, paymentRef } = await readPass(ada);
    await refund(id);
    await site.fixture.actions.failRefund(paymentRef ?? '');
    await site.runJobs();
    expect(await readCharges(ada)).toMatchObject([{ amount_refunded: 0 }]);
    site.advance(10 * 60_000);
    await retryFailedRefunds(site.app.dependencies, site.clock());
    expect(await readCharges(ada)).toMatchObject([{ amount_refunded: 1499 }]);
  });

  it('of a disputed payment ends the subscription, and goes back once the bank decides for the studio', async () => {
    const ada = await buy('monthly');
    const { id, paymentRef } = await readPass(ada);
    await site.fixture.actions.dispute(paymentRef ?? '');
    await site.runJobs();
    expect((await refund(id)).body).toMatchObject({ amounts: [], isDone: true });
    expect(await readPass(ada)).toMatchObject({ status: 'ended' });
    const retry = async () => {
      site.advance(31 * 60_000);
      await retryUnfinishedWithdrawals(site.app.dependencies, site.clock());
      return (await readCharges(ada)).map(({ amount_refunded: back }) => back);
    };
    expect(await retry()).toEqual([0]);
    await site.fixture.actions.closeDispute(paymentRef ?? '', 'won');
    await site.runJobs();
    expect(await retry()).toEqual([1499]);
  });

  it('is for what was paid: a pass that was given is refused', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const given = await admin.call('POST /api/admin/people/:id/passes', {
      params: { id: ada.id },
      body: { tier: 'premium', endsAt: null, reason: 'press' },
    });
    expect((await refund(given.body.id)).body.error?.code).toBe('not_found');
  });
});

describe('the studio', () => {
  it('lists whose payment is refused, with the bank’s reason, page by page', async () => {
    const [ada, ida] = [
      await buy('monthly', 'declined_later'),
      await buy('monthly', 'declined_later'),
    ];
    await tick(ada, 31);
    await tick(ida, 0);
    const list = async (before?: string) =>
      (
        await admin.call('GET /api/admin/payments/failing', {
          query: { limit: 1, ...(before && { before }) },
        })
      ).body;
    const first = await list();
    expect(first.payments).toMatchObject([
      {
        person: { id: ida.id, email: ida.email },
        plan: 'monthly',
        amountMinor: 1499,
        currency: 'EUR',
        reason: 'refused',
        code: 'generic_decline',
      },
    ]);
    expect((await list(first.next ?? '')).payments).toMatchObject([{ person: { id: ada.id } }]);
    expect((await list(first.next ?? '')).next).toBeNull();
  });

  it('is told of a dispute at once, with the day by which evidence is due, and lists how it ends', async () => {
    const ada = await buy('lifetime');
    const { paymentRef } = await readPass(ada);
    const before = site.emails.length;
    await site.fixture.actions.dispute(paymentRef ?? '');
    await site.runJobs();
    const about = and(like(feedback.text, `%${paymentRef}%`), eq(feedback.page, '/admin'));
    const [message, ...others] = await site.db.select().from(feedback).where(about);
    expect(others).toEqual([]);
    const dueBy = new Date(site.clock().getTime() + 7 * DAY);
    expect(message?.text).toContain(String(dueBy.getUTCFullYear()));
    const mails = site.emails.slice(before).filter(({ to }) => to === 'operator@example.com');
    expect(mails.map(({ text }) => text).join()).toContain(paymentRef);
    const list = async () =>
      (await admin.call('GET /api/admin/payments/disputes')).body.disputes[0];
    expect(await list()).toMatchObject({
      person: { id: ada.id },
      state: 'open',
      reason: 'fraudulent',
      amountMinor: 19_999,
      dueBy: expect.stringMatching(/^2026-/),
    });
    await site.fixture.actions.closeDispute(paymentRef ?? '', 'lost');
    await site.runJobs();
    expect(await list()).toMatchObject({ state: 'lost' });
  });

  it('is told at once of a dispute of somebody who has deleted their account, without who they were', async () => {
    const eve = await buy('lifetime');
    const { paymentRef } = await readPass(eve);
    const body = { email: eve.email, currentPassword: PASSWORD };
    expect((await eve.call('DELETE /api/users/me', { body })).status).toBe(200);
    await site.runJobs();
    const before = site.emails.length;
    await site.fixture.actions.dispute(paymentRef ?? '');
    await site.runJobs();
    const mails = site.emails.slice(before).filter(({ to }) => to === 'operator@example.com');
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(paymentRef ?? '')]);
    const list = async () => {
      const { disputes } = (await admin.call('GET /api/admin/payments/disputes')).body;
      return disputes.filter((one) => one.paymentRef === paymentRef);
    };
    expect(await list()).toMatchObject([
      { person: null, state: 'open', amountMinor: 19_999, currency: 'EUR' },
    ]);
    await site.fixture.actions.closeDispute(paymentRef ?? '', 'won');
    await site.runJobs();
    expect(await list()).toMatchObject([{ person: null, state: 'won' }]);
  });
});
