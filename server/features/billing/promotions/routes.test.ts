import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { plans } from '../prices/table.ts';
import { listPasses } from '../reads.ts';
import { retryUnfinishedWithdrawals } from '../withdraw-pass.ts';

const START = '2026-06-21T12:00:00Z';
let site: StripeSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
  admin = await site.createPerson({ state: 'admin' });
  await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
});
afterAll(() => site.close());

const EVERY = { plan: null, endsAt: null, maxUses: null };
const create = (body: object) =>
  admin.call('POST /api/admin/promotions', { body: { id: randomUUID(), ...EVERY, ...body } });
const list = async () => (await admin.call('GET /api/admin/promotions')).body.promotions;

/** Orders a pass as a new person, types a code on the payment page and pays. */
async function buyWith(code: string, plan: string) {
  const person = await site.createPerson({ state: 'no_pass' });
  const { body } = await person.call('POST /api/checkouts', {
    body: { plan, currency: 'EUR', consent: ORDER_CONSENT },
  });
  const session = parseCheckoutSessionId(body.url);
  await site.fixture.actions.applyCode(session, code);
  await site.fixture.actions.pay(session, 'accepted');
  await site.runJobs();
  const [pass] = await listPasses(site.db, person.id);
  const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
  const { body: status } = await person.call('GET /api/subscription-status');
  return { person, pass, paid: charges.map(({ amount }) => amount), status };
}

async function readRevenue(): Promise<number> {
  await refreshTotals(site.db, { now: site.clock(), livemode: false });
  const query = { from: '2026-06-15', to: '2026-06-28' };
  const { weeks } = (await admin.call('GET /api/admin/overview', { query })).body;
  return weeks.flatMap(({ revenue }) => revenue).reduce((sum, one) => sum + one.amountMinor, 0);
}

describe('a promotion code', () => {
  it('is made in the studio, takes a part off the first payment, and is counted', async () => {
    expect((await create({ code: 'calm-20', percentOff: 20 })).status).toBe(201);
    const { pass, paid, status } = await buyWith('CALM-20', 'monthly');
    expect(paid).toEqual([1199]);
    expect(status.hasActiveAccess).toBe(true);
    // The renewal costs what it always costs.
    expect(pass).toMatchObject({ amountMinor: 1499, renews: true });
    expect(await list()).toMatchObject([
      { code: 'CALM-20', percentOff: 20, timesUsed: 1, isActive: true, plan: null },
    ]);
  });

  it('takes an amount off, in its currency and for its plan alone', async () => {
    const amount = { amountOffMinor: 500, currency: 'EUR' };
    expect((await create({ code: 'TRIP5', plan: 'yearly', ...amount })).status).toBe(201);
    expect((await buyWith('trip5', 'yearly')).paid).toEqual([8499]);
    await expect(buyWith('TRIP5', 'monthly')).rejects.toThrow();
  });

  it.each(['monthly', 'trip', 'lifetime'])(
    'can leave nothing to pay: the %s pass opens, and its owner is told so',
    async (plan) => {
      await create({ code: `FREE-${plan}`, plan, percentOff: 100 });
      const before = await readRevenue();
      const { person, pass, paid, status } = await buyWith(`FREE-${plan}`, plan);
      expect([paid, status.hasActiveAccess]).toEqual([[], true]);
      expect(pass).toMatchObject({ plan, status: 'live', revokedAt: null });
      const told = site.emails.filter(({ to }) => to === person.email).at(-1);
      expect(told?.text).toContain('nothing was charged');
      expect(told?.text).not.toMatch(/\{\{|freeTerms/);
      expect(await readRevenue()).toBe(before);
    },
  );

  it.each(['monthly', 'trip', 'lifetime'])(
    'that left nothing to pay for the %s pass leaves the time to withdraw: it ends at once, and charges nothing',
    async (plan) => {
      await create({ code: `BACK-${plan}`, plan, percentOff: 100 });
      const { person, pass } = await buyWith(`BACK-${plan}`, plan);
      const readPass = async () => (await person.call('GET /api/passes/mine')).body.pass;
      const until = '2026-07-06T21:59:59.999Z';
      expect(await readPass()).toMatchObject({ withdrawUntil: until, withdrawAmounts: [] });
      const readLast = () => site.emails.filter(({ to }) => to === person.email).at(-1)?.text ?? '';
      expect(readLast().replaceAll(/\s+/g, ' ')).toMatch(
        /until 6 July 2026.*this is the model form/,
      );
      const notice = { kind: 'withdraw', name: 'Ada', reference: null, passId: null } as const;
      const body = { ...notice, email: person.email, language: 'en' } as const;
      const reply = await person.call('POST /api/contract-notices', { body });
      expect(reply.body).toMatchObject({ effect: 'withdrawn', refundBy: null });
      await site.runJobs();
      expect(await readPass()).toBeNull();
      expect(readLast()).toContain('Nothing was charged for it');
      site.advance(366 * 86_400_000);
      await site.fixture.actions.tick(pass?.customerId ?? '');
      await site.runJobs();
      expect(await site.fixture.actions.readCharges(pass?.customerId ?? '')).toEqual([]);
      // Nothing was owed, so the next withdrawal within a year is no repeated one.
      site.setClock(START);
    },
  );

  it('and a withdrawal whose end Stripe never heard of is carried out later, and never charges', async () => {
    await create({ code: 'DEAF', percentOff: 100 });
    const { person, pass } = await buyWith('DEAF', 'yearly');
    site.server.state.trouble = 'dead';
    const body = { id: pass?.id ?? '' };
    expect((await person.call('POST /api/passes/mine/withdrawal', { body })).status).toBe(200);
    site.server.state.trouble = null;
    // Its job has given up.
    await site.db.execute(sql`delete from jobs.job where name = 'withdraw-pass'`);
    site.advance(3_600_000);
    await retryUnfinishedWithdrawals(site.app.dependencies, site.clock());
    expect((await listPasses(site.db, person.id))[0]).toMatchObject({ status: 'ended' });
    site.setClock(START);
  });

  it('is no withdrawal that makes the next one wait for the operator', async () => {
    await create({ code: 'NOTHING', percentOff: 100 });
    const { person, pass } = await buyWith('NOTHING', 'monthly');
    const withdraw = (id = '') => person.call('POST /api/passes/mine/withdrawal', { body: { id } });
    await withdraw(pass?.id);
    site.advance(1000);
    await site.buy(person, 'yearly');
    const paid = (await listPasses(site.db, person.id)).find(({ plan }) => plan === 'yearly');
    await withdraw(paid?.id);
    expect((await listPasses(site.db, person.id)).map(({ isHeld }) => isHeld)).toEqual([
      false,
      false,
    ]);
    site.setClock(START);
  });

  it('is over after its last use, after its end, or when it is ended', async () => {
    await create({ code: 'ONCE', percentOff: 10, maxUses: 1 });
    await buyWith('ONCE', 'monthly');
    await expect(buyWith('ONCE', 'monthly')).rejects.toThrow();
    await create({ code: 'SHORT', percentOff: 10, endsAt: '2026-06-22T12:00:00.000Z' });
    await create({ code: 'LONG', percentOff: 10 });
    const long = (await list()).find(({ code }) => code === 'LONG');
    const params = { id: long?.id ?? '' };
    expect((await admin.call('POST /api/admin/promotions/:id/end', { params })).status).toBe(200);
    await expect(buyWith('LONG', 'monthly')).rejects.toThrow();
    site.advance(2 * 86_400_000);
    await expect(buyWith('SHORT', 'monthly')).rejects.toThrow();
    expect((await list()).filter(({ isActive }) => isActive).map(({ code }) => code)).not.toEqual(
      expect.arrayContaining(['SHORT', 'LONG']),
    );
    const { body } = await admin.call('GET /api/admin/audit', {
      query: { limit: 50, about: 'pricing' },
    });
    expect(body.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['promotion.create', 'promotion.end']),
    );
  });

  it('is refused with other letters, in the past, and twice', async () => {
    expect((await create({ code: 'no spaces', percentOff: 10 })).status).toBe(400);
    expect((await create({ code: 'HUGE', percentOff: 101 })).status).toBe(400);
    const past = { code: 'PAST', percentOff: 10, endsAt: '2026-01-01T00:00:00.000Z' };
    expect((await create(past)).body.error?.code).toBe('invalid_input');
    await create({ code: 'TWICE', percentOff: 10 });
    expect((await create({ code: 'twice', percentOff: 10 })).body.error?.code).toBe('conflict');
    const params = { id: 'promo_nothing' };
    const ended = await admin.call('POST /api/admin/promotions/:id/end', { params });
    expect(ended.body.error?.code).toBe('not_found');
  });

  it('can be made with other letters after those that were taken, and only once however often it is sent', async () => {
    await create({ code: 'TAKEN', percentOff: 10 });
    const id = randomUUID();
    expect((await create({ id, code: 'TAKEN', percentOff: 10 })).body.error?.code).toBe('conflict');
    expect((await create({ id, code: 'FREE-AGAIN', percentOff: 10 })).status).toBe(201);
    expect((await create({ id, code: 'FREE-AGAIN', percentOff: 10 })).status).toBe(201);
    const made = (await list()).filter(({ code }: { code: string }) => code === 'FREE-AGAIN');
    expect(made).toHaveLength(1);
  });

  it('is not asked for where an offer lowers the price already', async () => {
    const offer = {
      plan: 'yearly',
      percentOff: 10,
      audience: 'everyone',
      startsAt: site.clock().toISOString(),
      endsAt: '2026-07-21T12:00:00.000Z',
    };
    expect((await admin.call('POST /api/admin/pricing/offers', { body: offer })).status).toBe(201);
    await create({ code: 'ALSO', percentOff: 10 });
    await expect(buyWith('ALSO', 'yearly')).rejects.toThrow('no codes');
  });
});
