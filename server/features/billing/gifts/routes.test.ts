import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { income } from '#server/features/totals/table.ts';
import { type TestPerson, ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { retryFailedRefunds } from '../alerts/writes.ts';
import { listPasses } from '../reads.ts';
import { checkouts, billingCustomers, passes } from '../table.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { gifts } from './table.ts';

const START = '2026-06-21T12:00:00.000Z';
const CONSENT = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION };
let site: StripeSite;
let giver: TestPerson;
let ida: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
  giver = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const order = (body: object) =>
  giver.call('POST /api/gifts', {
    body: { plan: 'yearly', currency: 'EUR', amountMinor: 8999, consent: CONSENT, ...body },
  });
const list = async (person = giver) => (await person.call('GET /api/gifts')).body.gifts;
const redeem = (person: TestPerson, code: string | null | undefined) =>
  person.call('POST /api/gifts/redeem', { body: { code } });
const hasAccess = async (person: TestPerson) =>
  (await person.call('GET /api/subscription-status')).body.hasActiveAccess;
const readCharges = async () => {
  const [customer] = await site.db
    .select()
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, giver.id));
  return site.fixture.actions.readCharges(customer?.id ?? '');
};

/** Buys a gift, as its buyer sees it. */
async function give(plan = 'yearly', amountMinor = 8999) {
  const { body } = await order({ plan, amountMinor });
  await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
  await site.runJobs();
  return (await list())[0]!;
}
const giveBack = (id: string) => giver.call('POST /api/gifts/:id/withdrawal', { params: { id } });

describe('a gift', () => {
  it('takes a promotion code: one that leaves nothing to pay opens a pass, and can be given back', async () => {
    const admin = await site.createPerson({ state: 'admin' });
    const id = '01900000-0000-7000-8000-000000000001';
    const code = { id, code: 'FREEGIFT', percentOff: 100, plan: null, endsAt: null, maxUses: 2 };
    const made = await admin.call('POST /api/admin/promotions', { body: code });
    expect(made.status).toBe(201);
    const giveFree = async () => {
      const session = parseCheckoutSessionId((await order({})).body.url);
      await site.fixture.actions.applyCode(session, 'FREEGIFT');
      await site.fixture.actions.pay(session, 'accepted');
      await site.runJobs();
      return (await list())[0]!;
    };
    const first = await giveFree();
    expect(first).toMatchObject({ plan: 'yearly', amountMinor: 0 });
    const eve = await site.createPerson({ state: 'no_pass' });
    expect((await redeem(eve, first.code)).status).toBe(200);
    expect(await hasAccess(eve)).toBe(true);
    site.advance(1000);
    const second = await giveFree();
    expect((await giveBack(second.id)).status).toBe(200);
    await site.runJobs();
    expect((await redeem(eve, second.code)).body.error?.code).toBe('gift_unknown');
    expect(await readCharges()).toEqual([]);
    site.setClock(START);
    giver = await site.createPerson({ state: 'no_pass' });
  });

  it('is paid once, gives its buyer no pass, and sends them a code to print', async () => {
    const gift = await give();
    expect(gift).toMatchObject({ plan: 'yearly', amountMinor: 8999, redeemedAt: null });
    expect(gift.code).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(await hasAccess(giver)).toBe(false);
    const mail = site.emails.filter(({ to }) => to === giver.email).at(-1);
    expect(mail?.text).toContain(gift.code);
    expect(mail?.text).not.toContain('{{');
    const orders = await site.db.select().from(checkouts).where(eq(checkouts.userId, giver.id));
    expect(orders.at(-1)).toMatchObject({
      isGift: true,
      status: 'paid',
      consentStatements: ['withdrawalUntilRedeemed'],
    });
    expect(await site.db.select().from(income)).toMatchObject([{ paidMinor: 8999 }]);
  });

  it('opens its pass for whoever has the code, once, however it is typed', async () => {
    const gift = await give();
    ida = await site.createPerson({ state: 'no_pass' });
    const typed = gift.code?.toLowerCase().replaceAll('-', ' ');
    expect((await redeem(ida, typed)).body).toEqual({
      plan: 'yearly',
      startsAt: START,
      endsAt: '2027-06-21T12:00:00.000Z',
    });
    expect(await hasAccess(ida)).toBe(true);
    const another = await site.createPerson({ state: 'no_pass' });
    expect((await redeem(another, gift.code)).body.error?.code).toBe('gift_used');
    expect((await redeem(another, 'ABCD-EFGH-JKMN-PQRS')).body.error?.code).toBe('gift_unknown');
    expect((await redeem(another, 'nonsense')).body.error?.code).toBe('gift_unknown');
    expect((await list())[0]).toMatchObject({ code: null, redeemedAt: START, withdrawUntil: null });
    expect((await giveBack(gift.id)).body.error?.code).toBe('not_found');
  });

  it('begins when a pass that ends by itself is over, and waits for one that renews', async () => {
    const gift = await give('monthly', 1499);
    expect((await redeem(ida, gift.code)).body).toMatchObject({
      startsAt: '2027-06-21T12:00:00.000Z',
      endsAt: '2027-07-21T12:00:00.000Z',
    });
    // What follows without a gap is part of the access.
    const { body: status } = await ida.call('GET /api/subscription-status');
    expect(status).toMatchObject({
      plan: 'yearly',
      endsAt: '2027-07-21T12:00:00.000Z',
      validUntil: '2027-06-21T12:00:00.000Z',
    });
    const next = await give('monthly', 1499);
    const subscriber = await site.createPerson({ state: 'no_pass' });
    await site.buy(subscriber, 'monthly');
    expect((await redeem(subscriber, next.code)).body.error?.code).toBe('gift_waits');
    await subscriber.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
    const { body: own } = await subscriber.call('GET /api/passes/mine');
    const another = await give('monthly', 1499);
    const redeemed = await redeem(subscriber, another.code);
    expect(redeemed.body.startsAt).toBe(own.pass?.endsAt);
    const owner = await site.createPerson({ state: 'no_pass' });
    await site.buy(owner, 'lifetime');
    expect((await redeem(owner, next.code)).body.error?.code).toBe('gift_waits');
    expect((await list())[1]?.code).toBe(next.code);
  });

  it('begins at once for whoever has no access: their pass is paused, or their first payment on its way', async () => {
    const gift = await give('monthly', 1499);
    const owner = await site.createPerson({ state: 'no_pass' });
    await site.buy(owner, 'monthly');
    const over = { endsAt: site.clock(), paidUntil: site.clock() };
    await site.db.update(passes).set(over).where(eq(passes.userId, owner.id));
    expect(await hasAccess(owner)).toBe(false);
    const { body } = await redeem(owner, gift.code);
    expect(body.startsAt).toBe(site.clock().toISOString());
    expect(await hasAccess(owner)).toBe(true);
  });

  it('that waits for a pass to end begins at once when that pass is taken back', async () => {
    const admin = await site.createPerson({ state: 'admin' });
    const owner = await site.createPerson({ state: 'no_pass' });
    const body = { reason: 'Press', tier: 'premium' as const, endsAt: '2026-12-21T12:00:00.000Z' };
    await admin.call('POST /api/admin/people/:id/passes', { params: { id: owner.id }, body });
    const first = await give('monthly', 1499);
    const second = await give('monthly', 1499);
    expect((await redeem(owner, first.code)).body.startsAt).toBe('2026-12-21T12:00:00.000Z');
    expect((await redeem(owner, second.code)).body.startsAt).toBe('2027-01-21T12:00:00.000Z');
    const readTimes = async () =>
      (await listPasses(site.db, owner.id))
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ startsAt, endsAt }) => `${startsAt.toISOString()} ${endsAt?.toISOString()}`)
        .toSorted();
    const month = '2026-06-21T12:00:00.000Z 2026-07-21T12:00:00.000Z';
    const grant = (await listPasses(site.db, owner.id)).find(({ source }) => source === 'grant');
    const revoked = { params: { id: grant?.id ?? '' }, body: { reason: 'Over' } };
    await admin.call('POST /api/admin/passes/:id/revoke', revoked);
    const after = '2026-07-21T12:00:00.000Z 2026-08-21T12:00:00.000Z';
    expect(await readTimes()).toEqual([month, after]);
    const refunded = { params: { id: first.id }, body: { reason: 'They asked for it' } };
    await admin.call('POST /api/admin/gifts/:id/refund', refunded);
    await site.runJobs();
    expect(await readTimes()).toEqual([month]);
    expect(await hasAccess(owner)).toBe(true);
  });

  it('that nobody has redeemed can be given back for fourteen days: the code ends, the money returns', async () => {
    const gift = await give('lifetime', 19_999);
    const stranger = await site.createPerson({ state: 'no_pass' });
    const params = { id: gift.id };
    const theirs = await stranger.call('POST /api/gifts/:id/withdrawal', { params });
    expect(theirs.body.error?.code).toBe('not_found');
    expect((await giveBack(gift.id)).status).toBe(200);
    expect((await giveBack(gift.id)).status).toBe(200);
    await site.runJobs();
    const [charge] = await readCharges();
    expect(charge).toMatchObject({ amount: 19_999, amount_refunded: 19_999 });
    expect((await redeem(stranger, gift.code)).body.error?.code).toBe('gift_unknown');
    expect((await list())[0]).toMatchObject({ code: null, returnedAt: START });
    const mails = site.emails.filter(({ to }) => to === giver.email).map(({ subject }) => subject);
    expect(mails.at(-1)).toContain('withdrawal is confirmed');
  });

  it('whose payment is given back later ends: its code, or the pass that it became', async () => {
    const gift = await give();
    const olga = await site.createPerson({ state: 'no_pass' });
    await redeem(olga, gift.code);
    const [charge] = await readCharges();
    await site.fixture.actions.refund(charge?.id ?? '');
    await site.runJobs();
    expect(await hasAccess(olga)).toBe(false);
    expect((await list())[0]?.returnedAt).not.toBeNull();
    const mail = site.emails.findLast(({ to }) => to === olga.email);
    expect(mail?.subject).toContain('Your Envol pass has ended');
  });

  it('is there again where the bank sends its refund back, until that is made once more', async () => {
    giver = await site.createPerson({ state: 'no_pass' });
    const gift = await give();
    const other = await give('monthly', 1499);
    const olga = await site.createPerson({ state: 'no_pass' });
    await redeem(olga, gift.code);
    const rows = await site.db
      .select()
      .from(gifts)
      .where(inArray(gifts.id, [gift.id, other.id]));
    const listCodes = async () => (await list()).map(({ code }) => code);
    for (const { paymentRef } of rows) await site.fixture.actions.refund(paymentRef);
    await site.runJobs();
    expect(await hasAccess(olga)).toBe(false);
    expect(await listCodes()).not.toContain(other.code);
    const countEmails = () =>
      [giver, olga].map(({ email }) => site.emails.filter(({ to }) => to === email).length);
    const told = countEmails();
    for (const { paymentRef } of rows) await site.fixture.actions.failRefund(paymentRef);
    await site.runJobs();
    expect(await hasAccess(olga)).toBe(true);
    expect(await listCodes()).toContain(other.code);
    site.advance(86_400_000 + 1000);
    await retryFailedRefunds(site.app.dependencies, site.clock());
    await site.runJobs();
    expect(await hasAccess(olga)).toBe(false);
    expect(await listCodes()).not.toContain(other.code);
    // Both were told of the refund, once.
    expect(countEmails()).toEqual(told);
  });

  it('ends by a lost dispute too once its buyer has deleted their account', async () => {
    const leaving = await site.createPerson({ state: 'no_pass' });
    const body = { plan: 'lifetime', currency: 'EUR', amountMinor: 19_999, consent: CONSENT };
    const { url } = (await leaving.call('POST /api/gifts', { body })).body;
    await site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
    await site.runJobs();
    const olga = await site.createPerson({ state: 'no_pass' });
    await redeem(olga, (await list(leaving))[0]?.code);
    const isTheirs = eq(billingCustomers.userId, leaving.id);
    const [customer] = await site.db.select().from(billingCustomers).where(isTheirs);
    const [charge] = await site.fixture.actions.readCharges(customer?.id ?? '');
    await leaving.call('DELETE /api/users/me', {
      body: { email: leaving.email, currentPassword: PASSWORD },
    });
    await site.runJobs();
    expect(await hasAccess(olga)).toBe(true);
    await site.fixture.actions.dispute(charge?.id ?? '');
    await site.fixture.actions.closeDispute(charge?.id ?? '', 'lost');
    await site.runJobs();
    expect(await hasAccess(olga)).toBe(false);
  });

  it('is refunded by an admin in one press, with its reason: the pass that it became ends', async () => {
    const admin = await site.createPerson({ state: 'admin' });
    const gift = await give();
    const olga = await site.createPerson({ state: 'no_pass' });
    await redeem(olga, gift.code);
    const input = { params: { id: gift.id }, body: { reason: 'They asked for it' } };
    for (let times = 0; times < 2; times++)
      expect((await admin.call('POST /api/admin/gifts/:id/refund', input)).status).toBe(200);
    await site.runJobs();
    expect((await readCharges())[0]).toMatchObject({ amount: 8999, amount_refunded: 8999 });
    expect(await hasAccess(olga)).toBe(false);
    const params = { id: giver.id };
    const { gifts } = (await admin.call('GET /api/admin/people/:id/gifts', { params })).body;
    expect(gifts[0]).toMatchObject({ id: gift.id, plan: 'yearly' });
    expect(gifts[0]?.returnedAt).not.toBeNull();
    expect(JSON.stringify(gifts)).not.toContain(gift.code);
    const query = { limit: 50, subject: giver.id };
    const { entries } = (await admin.call('GET /api/admin/audit', { query })).body;
    const refunds = entries.filter(({ action }) => action === 'gift.refund');
    expect(refunds.filter((entry) => JSON.stringify(entry).includes(gift.id))).toHaveLength(1);
  });

  it('is no order with another price, another consent, or for a trip, and beside it a pass can be bought', async () => {
    expect((await order({ amountMinor: 1 })).body.error?.code).toBe('price_changed');
    const old = { consent: { ...CONSENT, version: '2020-01' } };
    expect((await order(old)).body.error?.code).toBe('consent_outdated');
    expect((await order({ plan: 'trip' })).status).toBe(400);
    const page = (await order({})).body.url;
    const own = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
    expect((await giver.call('POST /api/checkouts', { body: own })).status).toBe(201);
    expect((await order({})).body.url).toBe(page);
  });

  it('that was not redeemed in time can’t be given back, and its code stays valid', async () => {
    const gift = await give();
    site.advance(20 * 86_400_000);
    expect((await giveBack(gift.id)).body.error?.code).toBe('not_found');
    const late = await site.createPerson({ state: 'no_pass' });
    expect((await redeem(late, gift.code)).status).toBe(200);
  });
});
