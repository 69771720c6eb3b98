import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { type TestPerson, ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { listPasses } from './reads.ts';
import { toStripeId } from './stripe/wire.ts';
import { checkouts } from './table.ts';

// In the past, because people stay signed in for thirty days by the real clock.
const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const readPass = async () => (await ada.call('GET /api/passes/mine')).body.pass;
const hasAccess = async () => (await ada.call('GET /api/subscription-status')).body.hasActiveAccess;
async function tick(days: number): Promise<void> {
  site.advance(days * DAY);
  const [pass] = await listPasses(site.db, ada.id);
  await site.fixture.actions.tick(pass?.customerId ?? '');
  await site.runJobs();
}

describe('a subscription', () => {
  it('renews by itself, and its pass with it', async () => {
    await site.buy(ada, 'monthly');
    await tick(30);
    expect(await readPass()).toMatchObject({
      status: 'live',
      renews: true,
      periodStart: '2026-07-21T12:00:00.000Z',
      periodEnd: '2026-08-21T12:00:00.000Z',
      cardLast4: '4242',
    });
  });

  it('is stopped and resumed; stopped, it lasts to the end of what is paid', async () => {
    await site.buy(ada, 'monthly');
    const renew = (renews: boolean) =>
      ada.call('PUT /api/passes/mine/renewal', { body: { renews, reason: 'Flown!' } });
    await renew(false);
    const end = '2026-07-21T12:00:00.000Z';
    expect(await readPass()).toMatchObject({ renews: false, endsAt: end, periodEnd: end });
    await renew(true);
    expect(await readPass()).toMatchObject({ renews: true });
    await renew(false);
    await tick(29);
    expect(await hasAccess()).toBe(true);
    await tick(1);
    expect(await hasAccess()).toBe(false);
  });

  it('whose renewal fails keeps its access for seven days, and the portal mends it', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    await tick(30);
    expect(await readPass()).toMatchObject({ status: 'past_due', isActive: true });
    await tick(6.9);
    expect(await hasAccess()).toBe(true);
    const { body } = await ada.call('POST /api/passes/mine/portal');
    await site.fixture.actions.changeCard(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    expect(await readPass()).toMatchObject({ status: 'live', isActive: true });
  });

  it('that was never paid again ends, and another can be bought', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    await tick(40);
    expect(await hasAccess()).toBe(false);
    await site.buy(ada, 'yearly');
    expect(await readPass()).toMatchObject({ plan: 'yearly', status: 'live' });
  });
});

describe('the change', () => {
  it('to a year is an order of its own: asked for with both consents, which are kept with it', async () => {
    await site.buy(ada, 'monthly');
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    const change = (consent: object) =>
      ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent } });
    const unasked = await change({ ...ORDER_CONSENT, immediateAccess: false });
    expect([unasked.status, (await readPass())?.plan]).toEqual([400, 'monthly']);
    expect((await change(ORDER_CONSENT)).status).toBe(200);
    const orders = await site.db.select().from(checkouts).where(eq(checkouts.userId, ada.id));
    expect(orders.find(({ plan }) => plan === 'yearly')).toMatchObject({
      amountMinor: dueMinor,
      status: 'paid',
      consentVersion: ORDER_CONSENT.version,
      consentedAt: site.clock(),
    });
  });

  it('from a month to a year costs what was shown, the unused days deducted', async () => {
    await site.buy(ada, 'monthly');
    await tick(15);
    const { body: shown } = await ada.call('GET /api/passes/mine/yearly');
    expect(shown).toEqual({ dueMinor: 8999 - 750, renewalMinor: 8999, currency: 'EUR' });
    const change = (dueMinor: number) =>
      ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } });
    expect((await change(1)).body.error?.code).toBe('price_changed');
    expect((await change(shown.dueMinor)).status).toBe(200);
    expect(await readPass()).toMatchObject({ plan: 'yearly', renews: true, amountMinor: 8999 });
    const { body } = await ada.call('POST /api/passes/mine/portal');
    const { invoices } = await site.fixture.actions.readPortal(parseCheckoutSessionId(body.url));
    expect(invoices.map(({ total }) => total)).toEqual([8249, 1499]);
  });

  it('whose payment is declined changes nothing', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    const refused = await ada.call('POST /api/passes/mine/yearly', {
      body: { dueMinor, consent: ORDER_CONSENT },
    });
    expect([refused.status, refused.body.error?.code]).toEqual([402, 'payment_declined']);
    expect(await readPass()).toMatchObject({ plan: 'monthly', status: 'live' });
  });

  it('from a year to a lifetime deducts the unused days, and ends the year only once it is paid', async () => {
    await site.buy(ada, 'yearly');
    await tick(100);
    const lifetimeMinor = (await readPass())?.lifetimeMinor;
    expect(lifetimeMinor).toBe(19_999 - Math.floor((8999 * 265) / 365));
    expect((await readPass())?.lifetimeCreditMinor).toBe(19_999 - (lifetimeMinor ?? 0));
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'lifetime', currency: 'EUR', consent: ORDER_CONSENT },
    });
    expect(body.amountMinor).toBe(lifetimeMinor);
    expect(await readPass()).toMatchObject({ plan: 'yearly', status: 'live' });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    expect(await readPass()).toMatchObject({ plan: 'lifetime', lifetimeMinor: null });
    const year = (await listPasses(site.db, ada.id)).find(({ plan }) => plan === 'yearly');
    expect(year).toMatchObject({ status: 'ended', refundedMinor: 0 });
  });
});

describe('a month that became a year', () => {
  /** Goes from a month to a year at once: 74.00 were paid, and 14.99 of the month's, of a year for 89.99. */
  async function buyYearOverMonth(): Promise<void> {
    await site.buy(ada, 'monthly');
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    expect(dueMinor).toBe(8999 - 1499);
    await ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } });
  }

  it('has both payments deducted from a lifetime pass, for the days that are left', async () => {
    await buyYearOverMonth();
    await tick(100);
    const deductedMinor = Math.floor((8999 * 265) / 365);
    expect((await readPass())?.lifetimeMinor).toBe(19_999 - deductedMinor);
  });

  it('has what of the month went back since not deducted', async () => {
    await buyYearOverMonth();
    const [pass] = await listPasses(site.db, ada.id);
    const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
    await site.fixture.actions.refund(toStripeId(charges.at(-1)?.payment_intent) ?? '', 1000);
    await tick(100);
    const deductedMinor = Math.floor((7999 * 265) / 365);
    expect((await readPass())?.lifetimeMinor).toBe(19_999 - deductedMinor);
  });

  it('gives back the days that are left of both payments for a lifetime pass in another currency', async () => {
    await buyYearOverMonth();
    await tick(100);
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'lifetime', currency: 'USD', consent: ORDER_CONSENT },
    });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    const [pass] = await listPasses(site.db, ada.id);
    const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
    expect(charges.map((charge) => charge.amount_refunded)).toEqual([
      0,
      Math.floor((7500 * 265) / 365),
      Math.floor((1499 * 265) / 365),
    ]);
  });
});

describe('withdrawing', () => {
  it('within 14 days gives everything back at once, however often it is pressed', async () => {
    await site.buy(ada, 'yearly');
    const id = (await readPass())?.id;
    const withdraw = () => ada.call('POST /api/passes/mine/withdrawal', { body: { id } });
    const answers = await Promise.all([withdraw(), withdraw()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await site.runJobs();
    expect(await hasAccess()).toBe(false);
    const [pass] = await listPasses(site.db, ada.id);
    expect(pass).toMatchObject({ paidMinor: 8999, refundedMinor: 8999, status: 'ended' });
  });

  const withdraw = async (person: TestPerson, id: string | undefined) =>
    (await person.call('POST /api/passes/mine/withdrawal', { body: { id } })).status;

  it('is possible until the fourteenth day is over where the person lives, and never for the pass of another', async () => {
    site.setClock('2026-06-23T09:18:00Z');
    await site.buy(ada, 'lifetime');
    const pass = await readPass();
    expect(pass?.withdrawUntil).toBe('2026-07-07T21:59:59.999Z');
    expect(await withdraw(await site.createPerson(), pass?.id)).toBe(404);
    site.setClock('2026-07-07T22:00:00Z');
    expect(await withdraw(ada, pass?.id)).toBe(404);
    expect((await readPass())?.withdrawUntil).toBeNull();
    site.setClock('2026-07-07T21:59:00Z');
    expect(await withdraw(ada, pass?.id)).toBe(200);
  });

  it('is possible on the Monday after a fourteenth day that is a Sunday', async () => {
    await site.buy(ada, 'lifetime');
    const pass = await readPass();
    expect(pass?.withdrawUntil).toBe('2026-07-06T21:59:59.999Z');
    site.setClock('2026-07-06T20:00:00Z');
    expect(await withdraw(ada, pass?.id)).toBe(200);
  });

  it('keeps the day that was told when the person has moved to another time zone', async () => {
    site.setClock('2026-06-23T23:30:00Z');
    await site.buy(ada, 'lifetime');
    const told = (await readPass())?.withdrawUntil;
    await site.db.update(users).set({ timeZone: 'America/New_York' }).where(eq(users.id, ada.id));
    await ada.call('POST /api/passes/sync');
    expect(told).toBe('2026-07-08T21:59:59.999Z');
    expect((await readPass())?.withdrawUntil).toBe(told);
  });
});

describe('withdrawing after a change', () => {
  const inEuros = (amountMinor: number) => [{ currency: 'EUR', amountMinor }];
  const withdraw = async () => {
    const pass = (await readPass())!;
    await ada.call('POST /api/passes/mine/withdrawal', { body: { id: pass.id } });
    await site.runJobs();
    return pass.withdrawAmounts;
  };
  async function change(): Promise<void> {
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    await ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } });
  }
  async function buyLifetime(currency: 'EUR' | 'USD' = 'EUR'): Promise<void> {
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'lifetime', currency, consent: ORDER_CONSENT },
    });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
  }
  /** What was paid and what went back, of every payment, by the books of the provider. */
  const readBooks = async () => {
    const [pass] = await listPasses(site.db, ada.id);
    const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
    return charges.map(({ amount, amount_refunded }) => [amount, amount_refunded]);
  };

  it('within 14 days of the first order gives back every payment', async () => {
    await site.buy(ada, 'monthly');
    site.advance(3 * DAY);
    await change();
    site.advance(10 * DAY);
    expect(await withdraw()).toEqual(inEuros(1499 + 8999 - 1349));
    expect(await readBooks()).toEqual([
      [7650, 7650],
      [1499, 1499],
    ]);
    expect(await hasAccess()).toBe(false);
  });

  it('and after 14 days of the first one gives back the year, with the days that were deducted from it', async () => {
    await site.buy(ada, 'monthly');
    site.advance(15 * DAY);
    await change();
    site.advance(13 * DAY);
    expect(await readPass()).toMatchObject({ withdrawUntil: '2026-07-20T21:59:59.999Z' });
    expect(await withdraw()).toEqual(inEuros(8999));
    expect(await readBooks()).toEqual([
      [8249, 8249],
      [1499, 750],
    ]);
    expect(await hasAccess()).toBe(false);
  });

  it('to a year and to a lifetime pass gives back what each payment had of it', async () => {
    await site.buy(ada, 'monthly');
    await change();
    site.advance(20 * DAY);
    await buyLifetime();
    site.advance(DAY);
    const credit = Math.floor((8999 * 345) / 365);
    expect(await withdraw()).toEqual(inEuros(19_999));
    expect(await readBooks()).toEqual([
      [19_999 - credit, 19_999 - credit],
      [7500, 7500],
      [1499, credit - 7500],
    ]);
    expect(await hasAccess()).toBe(false);
  });

  it('to a lifetime pass gives back what the subscription paid of it, and tells of it once', async () => {
    await site.buy(ada, 'yearly');
    site.advance(100 * DAY);
    await buyLifetime();
    const credit = Math.floor((8999 * 265) / 365);
    site.emails.length = 0;
    expect(await withdraw()).toEqual(inEuros(19_999));
    expect(await readBooks()).toEqual([
      [19_999 - credit, 19_999 - credit],
      [8999, credit],
    ]);
    expect(site.emails.filter(({ to }) => to === ada.email)).toHaveLength(1);
    expect(await hasAccess()).toBe(false);
  });

  it('to a lifetime pass in another currency names what goes back in each', async () => {
    await site.buy(ada, 'monthly');
    site.advance(5 * DAY);
    await buyLifetime('USD');
    const unused = Math.floor((1499 * 25) / 30);
    site.advance(DAY);
    site.emails.length = 0;
    expect(await withdraw()).toEqual([
      { currency: 'USD', amountMinor: 21_499 },
      { currency: 'EUR', amountMinor: 1499 - unused },
    ]);
    expect(await readBooks()).toEqual([
      [21_499, 21_499],
      [1499, 1499],
    ]);
    expect(site.emails.at(-1)?.text).toContain('US$214.99 and €2.50');
  });

  it('that was interrupted by a provider that is dead goes on by itself, and returns nothing twice', async () => {
    await site.buy(ada, 'monthly');
    site.advance(15 * DAY);
    await change();
    const { id, withdrawAmounts } = (await readPass())!;
    site.server.state.trouble = 'dead';
    const taken = await ada.call('POST /api/passes/mine/withdrawal', { body: { id } });
    expect(taken.status).toBe(200);
    const shown = { withdrawnAt: site.clock().toISOString(), withdrawUntil: null };
    expect(await readPass()).toMatchObject({ ...shown, withdrawAmounts });
    site.server.state.trouble = null;
    await site.runJobs();
    expect(await readPass()).toBeNull();
    // The job again, as after a crash between its work and its end.
    site.advance(2 * DAY);
    await ada.call('POST /api/passes/mine/withdrawal', { body: { id } });
    const returned = (await readBooks()).reduce((sum, [, back]) => sum + (back ?? 0), 0);
    expect(withdrawAmounts).toEqual(inEuros(returned));
  });
});

describe('money that goes back', () => {
  const readPayment = async () => (await listPasses(site.db, ada.id))[0]?.paymentRef ?? '';

  it('wholly ends a lifetime pass, in part does not', async () => {
    await site.buy(ada, 'lifetime');
    await site.fixture.actions.refund(await readPayment(), 5000);
    await site.runJobs();
    expect(await hasAccess()).toBe(true);
    await site.fixture.actions.refund(await readPayment());
    await site.runJobs();
    expect(await hasAccess()).toBe(false);
  });

  it.each([
    ['won', true],
    ['lost', false],
  ] as const)('by a dispute changes nothing until it is decided: %s', async (end, after) => {
    await site.buy(ada, 'lifetime');
    await site.fixture.actions.dispute(await readPayment());
    await site.runJobs();
    expect(await hasAccess()).toBe(true);
    await site.fixture.actions.closeDispute(await readPayment(), end);
    await site.runJobs();
    expect(await hasAccess()).toBe(after);
  });
});

it('the subscription of an erased account ends', async () => {
  await site.buy(ada, 'monthly');
  const [pass] = await listPasses(site.db, ada.id);
  await ada.call('DELETE /api/users/me', {
    body: { email: ada.email, currentPassword: PASSWORD },
  });
  await site.runJobs();
  const ended = site.events.filter(({ type }) => type === 'customer.subscription.deleted');
  expect(ended.map(({ data }) => (data.object as { id: string }).id)).toContain(pass?.providerRef);
});
