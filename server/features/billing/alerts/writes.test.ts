import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feedback } from '#server/features/feedback/table.ts';
import { AppError } from '#server/http/errors.ts';
import { type TestPerson, ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { listPasses } from '../reads.ts';
import { toStripeId } from '../stripe/wire.ts';
import { checkouts } from '../table.ts';
import { syncStaleCustomers } from '../writes.ts';
import { alertOperatorOfPaymentProblems, retryFailedRefunds } from './writes.ts';

const START = '2026-06-21T12:00:00Z';
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

describe('a refund that the bank sends back', () => {
  it('is told once, and made again within ten minutes, three times at most, which is told too', async () => {
    await site.buy(ada, 'lifetime');
    const [pass] = await listPasses(site.db, ada.id);
    const { actions } = site.fixture;
    await ada.call('POST /api/passes/mine/withdrawal', { body: { id: pass?.id } });
    await site.runJobs();
    await actions.failRefund(pass?.paymentRef ?? '');
    await site.runJobs();
    const readRefunded = async () =>
      (await actions.readCharges(pass?.customerId ?? ''))[0]?.amount_refunded;
    expect(await readRefunded()).toBe(0);
    const run = async () => {
      site.advance(10 * 60_000);
      await alertOperatorOfPaymentProblems(site.app.dependencies, site.clock());
      await retryFailedRefunds(site.app.dependencies, site.clock());
      await site.runJobs();
      return readRefunded();
    };
    expect(await run()).toBe(19_999);
    const listTold = async () =>
      (await site.db.select().from(feedback).orderBy(feedback.createdAt))
        .map(({ text }) => text)
        .filter((text) => text.includes(pass?.paymentRef ?? ''));
    expect(await listTold()).toHaveLength(1);
    for (const left of [19_999, 19_999, 0]) {
      await actions.failRefund(pass?.paymentRef ?? '');
      await site.runJobs();
      expect([await run(), await run()]).toEqual([left, left]);
    }
    const again = expect.stringContaining('made again at once');
    expect(await listTold()).toEqual([
      again,
      again,
      again,
      expect.stringContaining('isn’t made again'),
    ]);
  });
});

describe('refunds that Stripe refuses, as it does for want of money', () => {
  const refuse = (which: string) => {
    const { payments } = site.app.dependencies;
    const { refundAgain, refundUpTo } = payments!;
    const refused = () => Promise.reject(new AppError('payments_unavailable'));
    payments!.refundAgain = (id, ...rest) => (id === which ? refused() : refundAgain(id, ...rest));
    payments!.refundUpTo = (id, ...rest) => (id === which ? refused() : refundUpTo(id, ...rest));
    return () => Object.assign(payments!, { refundAgain, refundUpTo });
  };
  const readRefunded = async (customer: string) =>
    (await site.fixture.actions.readCharges(customer)).map((charge) => charge.amount_refunded);

  it('keep no other from being made, and are tried again in half an hour', async () => {
    const eve = await site.createPerson({ state: 'no_pass' });
    const owed = [];
    for (const person of [ada, eve]) {
      await site.buy(person, 'lifetime');
      const [pass] = await listPasses(site.db, person.id);
      await person.call('POST /api/passes/mine/withdrawal', { body: { id: pass?.id } });
      await site.runJobs();
      await site.fixture.actions.failRefund(pass?.paymentRef ?? '');
      await site.runJobs();
      owed.push({ payment: pass?.paymentRef ?? '', customer: pass?.customerId ?? '' });
    }
    const restore = refuse(owed[0]?.payment ?? '');
    const retry = () => retryFailedRefunds(site.app.dependencies, site.clock());
    site.advance(1000);
    await expect(retry()).rejects.toThrow('payments_unavailable');
    expect(await readRefunded(owed[1]?.customer ?? '')).toEqual([19_999]);
    await retry();
    restore();
    site.advance(1_800_000 + 1000);
    await retry();
    expect(await readRefunded(owed[0]?.customer ?? '')).toEqual([19_999]);
  });

  it('are made once there is money, though Stripe keeps its refusal under the same key for a day', async () => {
    await site.buy(ada, 'lifetime');
    const [pass] = await listPasses(site.db, ada.id);
    await ada.call('POST /api/passes/mine/withdrawal', { body: { id: pass?.id } });
    await site.runJobs();
    await site.fixture.actions.failRefund(pass?.paymentRef ?? '');
    await site.runJobs();
    const retry = () => retryFailedRefunds(site.app.dependencies, site.clock());
    site.server.state.trouble = 'poor';
    await expect(retry()).rejects.toThrow('payments_unavailable');
    site.server.state.trouble = null;
    site.advance(3_600_000);
    await retry();
    expect(await readRefunded(pass?.customerId ?? '')).toEqual([19_999]);
  });

  it('leave nothing that charges beside another pass, and are told after a day', async () => {
    const pages = [];
    for (const plan of ['monthly', 'lifetime']) {
      const body = { plan, currency: 'EUR', consent: ORDER_CONSENT };
      const { url } = (await ada.call('POST /api/checkouts', { body })).body;
      pages.push(parseCheckoutSessionId(url));
      // As if the first page could not be closed.
      if (plan === 'monthly') await site.db.delete(checkouts).where(eq(checkouts.userId, ada.id));
    }
    await site.fixture.actions.pay(pages[1] ?? '', 'accepted');
    const paid = await site.fixture.actions.pay(pages[0] ?? '', 'accepted');
    const customer = toStripeId(paid.customer) ?? '';
    const [month] = await site.fixture.actions.readCharges(customer);
    const payment = toStripeId(month?.payment_intent) ?? '';
    const restore = refuse(payment);
    await site.runJobs();
    const readCharging = async () => {
      const { body } = await ada.call('GET /api/passes/mine');
      return [body.pass, ...body.alsoCharging].filter((one) => one?.renews);
    };
    expect(await readCharging()).toEqual([]);
    site.advance(86_400_000 + 1000);
    await syncStaleCustomers(site.app.dependencies, site.clock()).catch(() => undefined);
    const told = await site.db.select().from(feedback);
    expect(told.filter(({ text }) => text.includes(payment))).toHaveLength(1);
    restore();
    site.advance(86_400_000 + 1000);
    await syncStaleCustomers(site.app.dependencies, site.clock());
    const charges = await site.fixture.actions.readCharges(customer);
    expect(charges.map(({ amount_refunded }) => amount_refunded)).toEqual([1499, 0]);
  });
});

describe('a changed address', () => {
  it('reaches the provider once its owner has confirmed it', async () => {
    await site.buy(ada, 'monthly');
    const [pass] = await listPasses(site.db, ada.id);
    const readEmail = async () =>
      (await site.fixture.actions.readCustomer(pass?.customerId ?? ''))?.email;
    const email = 'new@example.com';
    await ada.call('POST /api/auth/email', { body: { email, currentPassword: PASSWORD } });
    await site.runJobs();
    expect(await readEmail()).toBe(ada.email);
    const letter = site.emails.find(({ to }) => to === email);
    const [, token = ''] = /mode=confirm-email#([\w-]+)/.exec(letter?.text ?? '') ?? [];
    await ada.call('POST /api/auth/email/confirm', { body: { token } });
    await site.runJobs();
    expect(await readEmail()).toBe(email);
  });
});
