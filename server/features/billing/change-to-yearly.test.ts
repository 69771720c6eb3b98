import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { listPasses } from './reads.ts';
import { checkouts, passes } from './table.ts';

const START = '2026-06-21T12:00:00Z';
const HOUR = 3_600_000;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  site.server.state.trouble = null;
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
  await site.buy(ada, 'monthly', 'authentication_always');
});
afterAll(() => site.close());

const readPass = async () => (await ada.call('GET /api/passes/mine')).body.pass;
async function change() {
  const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
  const body = { dueMinor, consent: ORDER_CONSENT };
  return ada.call('POST /api/passes/mine/yearly', { body });
}
const readOrder = async () => {
  const orders = await site.db.select().from(checkouts).where(eq(checkouts.userId, ada.id));
  return orders.find(({ plan }) => plan === 'yearly')?.status;
};
const answerBank = async (isConfirmed: boolean) => {
  const url = (await readPass())?.pendingChange?.url ?? '';
  await site.fixture.actions.answerBank(parseCheckoutSessionId(url), isConfirmed);
  await site.runJobs();
};
const readPaid = async () => {
  const [pass] = await listPasses(site.db, ada.id);
  const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
  return charges.map(({ amount }) => amount);
};

it('a change to a year waits while the payment of the month is on its way', async () => {
  await site.db
    .update(passes)
    .set({ paidUntil: new Date(START) })
    .where(eq(passes.userId, ada.id));
  const reply = await ada.call('GET /api/passes/mine/yearly');
  expect([reply.status, reply.body.error?.code]).toEqual([409, 'renewal_pending']);
});

describe('a change to a year whose bank asks for the person', () => {
  it('answers with the page of the bank, and changes nothing before it is confirmed', async () => {
    const { status, body } = await change();
    expect(status).toBe(200);
    expect(body.bankUrl).toMatch(/^https:\/\/invoice\.test\/in_/);
    expect(await readPass()).toMatchObject({
      plan: 'monthly',
      isActive: true,
      renews: true,
      status: 'live',
      asksBank: false,
      pendingChange: { url: body.bankUrl, isRefused: false, until: '2026-06-22T11:00:00.000Z' },
    });
    expect(await readPaid()).toEqual([1499]);
  });

  it('leads to the same page when it is asked for again', async () => {
    const first = await change();
    const body = { dueMinor: 1, consent: ORDER_CONSENT };
    const second = await ada.call('POST /api/passes/mine/yearly', { body });
    expect(second.body.bankUrl).toBe(first.body.bankUrl);
  });

  it('is made once the bank has the confirmation, and paid once', async () => {
    await change();
    expect(await readOrder()).toBe('open');
    await answerBank(true);
    expect(await readPass()).toMatchObject({ plan: 'yearly', pendingChange: null });
    expect(await readPaid()).toEqual([8999 - 1499, 1499]);
    expect(await readOrder()).toBe('paid');
  });

  it('that the bank refuses says so, and can be asked for once more', async () => {
    await change();
    await answerBank(false);
    expect(await readPass()).toMatchObject({
      plan: 'monthly',
      status: 'live',
      pendingChange: { isRefused: true },
    });
    expect((await change()).body.bankUrl).toMatch(/^https:\/\/invoice\.test\/in_/);
    await answerBank(true);
    expect(await readPass()).toMatchObject({ plan: 'yearly' });
    expect(await readPaid()).toEqual([8999 - 1499, 1499]);
  });

  it('can be given up: the month goes on, and the page of the bank is closed', async () => {
    await change();
    const url = (await readPass())?.pendingChange?.url ?? '';
    expect((await ada.call('DELETE /api/passes/mine/yearly')).status).toBe(200);
    expect(await readPass()).toMatchObject({ plan: 'monthly', renews: true, pendingChange: null });
    expect(await site.fixture.actions.answerBank(parseCheckoutSessionId(url), true)).toBe(false);
    expect(await readOrder()).toBe('declined');
    expect(await readPaid()).toEqual([1499]);
    expect((await change()).status).toBe(200);
  });

  it('that nobody answers for 23 hours is given up by Stripe, and was nothing but a month', async () => {
    await change();
    site.advance(24 * HOUR);
    expect((await readPass())?.pendingChange).toBeNull();
    const [pass] = await listPasses(site.db, ada.id);
    await site.fixture.actions.tick(pass?.customerId ?? '');
    await site.runJobs();
    expect(await readPass()).toMatchObject({ plan: 'monthly', isActive: true, status: 'live' });
    expect(await readOrder()).toBe('declined');
    const stopped = await ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
    expect(stopped.status).toBe(200);
    const { endsAt, periodEnd } = (await readPass()) ?? {};
    expect(endsAt).toBe(periodEnd);
  });

  it('whose answer is lost on its way is shown by the pass', async () => {
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    site.server.state.onCall = () => {
      const isChange = site.server.state.calls.at(-1)?.startsWith('POST /v1/subscriptions/');
      site.server.state.trouble = isChange ? 'lost' : null;
    };
    const body = { dueMinor, consent: ORDER_CONSENT };
    const reply = await ada.call('POST /api/passes/mine/yearly', { body });
    site.server.state.onCall = () => undefined;
    site.server.state.trouble = null;
    expect(reply.body.error?.code ?? 'done').toMatch(/payment_unanswered|done/);
    await site.runJobs();
    await answerBank(true);
    expect(await readPass()).toMatchObject({ plan: 'yearly' });
  });
});

it('nobody without such a change gives one up', async () => {
  const before = await readPass();
  expect((await ada.call('DELETE /api/passes/mine/yearly')).status).toBe(200);
  expect(await readPass()).toEqual(before);
  const eve = await site.createPerson({ state: 'no_pass' });
  expect((await eve.call('DELETE /api/passes/mine/yearly')).status).toBe(404);
});
