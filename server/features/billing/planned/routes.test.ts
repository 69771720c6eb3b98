import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { listPasses } from '../reads.ts';
import { syncAwaitedPayments } from '../writes.ts';

const START = '2026-06-21T12:00:00Z';

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
const customer = async () => (await listPasses(site.db, ada.id))[0]?.customerId ?? '';
const listPaid = async () =>
  (await site.fixture.actions.readCharges(await customer()))
    .map(({ amount }) => amount)
    .toReversed();
async function tickTo(day: string) {
  site.setClock(day);
  await site.fixture.actions.tick(await customer());
  await site.runJobs();
}
const pause = (months: number | null, amountMinor?: number) =>
  ada.call('PUT /api/passes/mine/pause', { body: { months, amountMinor } });
const goMonthly = (amountMinor: number | null) =>
  ada.call('PUT /api/passes/mine/next-plan', { body: { amountMinor } });
const listSubjects = () =>
  site.emails.filter(({ to }) => to === ada.email).map(({ subject }) => subject);

describe('a monthly pass that is paused', () => {
  it('keeps its access to the end of what is paid, then has none and costs nothing, and goes on by itself', async () => {
    await site.buy(ada, 'monthly');
    expect((await pause(2)).status).toBe(200);
    await site.runJobs();
    expect(await readPass()).toMatchObject({
      isActive: true,
      endsAt: '2026-07-21T12:00:00.000Z',
      pausedUntil: '2026-09-21T12:00:00.000Z',
      amountMinor: 1499,
    });
    const status = await ada.call('GET /api/subscription-status');
    expect(status.body).toMatchObject({ renews: false, validUntil: '2026-07-21T12:00:00.000Z' });
    expect(listSubjects().at(-1)).toContain('paused');
    await tickTo('2026-07-21T12:00:01Z');
    expect(await hasAccess()).toBe(false);
    expect(await readPass()).toMatchObject({
      isActive: false,
      pausedUntil: '2026-09-21T12:00:00.000Z',
    });
    await tickTo('2026-09-20T13:00:00Z');
    expect([await hasAccess(), await listPaid()]).toEqual([false, [1499]]);
    await tickTo('2026-09-21T12:00:01Z');
    expect([await hasAccess(), await listPaid()]).toEqual([true, [1499, 1499]]);
    expect(await readPass()).toMatchObject({ pausedUntil: null, renews: true });
  });

  it('goes on as if nothing had been, where that is asked for in the paid time', async () => {
    await site.buy(ada, 'monthly');
    await pause(1);
    expect((await pause(null)).status).toBe(200);
    expect(await readPass()).toMatchObject({ pausedUntil: null, renews: true });
    await tickTo('2026-07-21T12:00:01Z');
    expect([await hasAccess(), await listPaid()]).toEqual([true, [1499, 1499]]);
  });

  it('goes on at once after that, for the price that was shown', async () => {
    await site.buy(ada, 'monthly');
    await pause(3);
    await tickTo('2026-08-01T09:00:00Z');
    expect((await pause(null)).body.error?.code).toBe('price_changed');
    expect((await pause(null, 1499)).status).toBe(200);
    expect([await hasAccess(), await listPaid()]).toEqual([true, [1499, 1499]]);
    expect(await readPass()).toMatchObject({
      pausedUntil: null,
      periodEnd: '2026-09-01T09:00:00.000Z',
    });
  });

  describe('whose bank asks for its owner once it is to go on at once', () => {
    const NEXT_MONTH = '2026-08-01T09:00:00Z';
    const rests = { isActive: false, status: 'live', pausedUntil: '2026-10-21T12:00:00.000Z' };
    const answerBank = async (isConfirmed: boolean) => {
      const url = (await readPass())?.pendingChange?.url ?? '';
      await site.fixture.actions.answerBank(parseCheckoutSessionId(url), isConfirmed);
      await site.runJobs();
    };
    const goOn = async () => (await pause(null, 1499)).body;
    beforeEach(async () => {
      await site.buy(ada, 'monthly', 'authentication_always');
      await pause(3);
      await tickTo(NEXT_MONTH);
    });

    it('leads to the page of the bank, the same one again, and rests until that is confirmed', async () => {
      const { bankUrl } = await goOn();
      expect(bankUrl).toMatch(/^https:\/\/invoice\.test\/in_/);
      expect((await goOn()).bankUrl).toBe(bankUrl);
      const pendingChange = { kind: 'resume', url: bankUrl, isRefused: false };
      expect(await readPass()).toMatchObject({ ...rests, amountMinor: 1499, pendingChange });
      expect([await hasAccess(), await listPaid()]).toEqual([false, [1499]]);
      await answerBank(true);
      const end = { pausedUntil: null, pendingChange: null, periodEnd: '2026-09-01T09:00:00.000Z' };
      expect(await readPass()).toMatchObject({ isActive: true, ...end });
      expect([await hasAccess(), await listPaid()]).toEqual([true, [1499, 1499]]);
      await tickTo('2026-09-01T09:00:01Z');
      expect(await readPass()).toMatchObject({ status: 'past_due', pausedUntil: null });
    });

    it('stays paused where the bank refuses, and can go on with another answer', async () => {
      await goOn();
      await answerBank(false);
      expect(await readPass()).toMatchObject({ ...rests, pendingChange: { isRefused: true } });
      expect((await goOn()).bankUrl).toMatch(/^https:\/\/invoice\.test\/in_/);
      await answerBank(true);
      expect(await readPass()).toMatchObject({ isActive: true, pausedUntil: null });
      expect(await listPaid()).toEqual([1499, 1499]);
    });

    it('goes on where the bank is answered otherwise on the same page', async () => {
      await goOn();
      await answerBank(false);
      await answerBank(true);
      expect(await readPass()).toMatchObject({ isActive: true, pausedUntil: null });
      expect(await listPaid()).toEqual([1499, 1499]);
    });

    it('stays paused where that is given up, and costs nothing until the pause is over', async () => {
      await goOn();
      expect((await ada.call('DELETE /api/passes/mine/yearly')).status).toBe(200);
      expect(await readPass()).toMatchObject({ ...rests, pendingChange: null });
      await tickTo('2026-09-22T12:00:00Z');
      expect([await readPass(), await listPaid()]).toMatchObject([rests, [1499]]);
      await tickTo('2026-10-21T12:00:01Z');
      expect(await readPass()).toMatchObject({ status: 'past_due', pausedUntil: null });
    });

    it('is paused again once the page has closed, though no event says so', async () => {
      await goOn();
      site.state.delivers = false;
      await tickTo('2026-08-02T08:30:00Z');
      await syncAwaitedPayments(site.app.dependencies, site.clock());
      site.state.delivers = true;
      expect(await readPass()).toMatchObject({ ...rests, pendingChange: null });
      await tickTo('2026-09-22T12:00:00Z');
      expect([await readPass(), await listPaid()]).toMatchObject([rests, [1499]]);
    });

    it('is refused on the last day before a payment that comes by itself', async () => {
      await tickTo('2026-08-20T18:00:00Z');
      expect((await pause(null, 1499)).body.error?.code).toBe('payment_declined');
      expect(await readPass()).toMatchObject({ ...rests, pendingChange: null });
    });

    it('can be ended while the bank is asked', async () => {
      await goOn();
      const stop = await ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
      expect(stop.status).toBe(200);
      await tickTo('2026-11-21T12:00:01Z');
      expect([await readPass(), await listPaid()]).toEqual([null, [1499]]);
    });
  });

  it('has access again within ten minutes of its payment after the pause, though no event says so', async () => {
    await site.buy(ada, 'monthly');
    await pause(1);
    await site.runJobs();
    site.state.delivers = false;
    await tickTo('2026-08-21T12:00:01Z');
    site.state.delivers = true;
    expect([await hasAccess(), await listPaid()]).toEqual([false, [1499, 1499]]);
    site.setClock('2026-08-21T12:10:01Z');
    await syncAwaitedPayments(site.app.dependencies, site.clock());
    expect(await hasAccess()).toBe(true);
  });

  it('can be ended, can’t be paused twice, and becomes no year for nothing', async () => {
    await site.buy(ada, 'monthly');
    await pause(3);
    expect((await pause(1)).body.error?.code).toBe('not_found');
    expect((await ada.call('GET /api/passes/mine/yearly')).body.error?.code).toBe('not_found');
    await ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
    await tickTo('2026-11-21T12:00:01Z');
    expect([await readPass(), await listPaid()]).toEqual([null, [1499]]);
  });

  it('is no yearly one', async () => {
    await site.buy(ada, 'yearly');
    expect((await pause(1)).body.error?.code).toBe('not_found');
    expect((await pause(null)).body.error?.code).toBe('not_found');
  });
});

describe('a yearly pass', () => {
  it('goes on monthly once its year is over, for the price that was shown, and charges nothing before', async () => {
    await site.buy(ada, 'yearly');
    expect((await goMonthly(1)).body.error?.code).toBe('price_changed');
    expect((await goMonthly(1499)).status).toBe(200);
    await site.runJobs();
    const year = { plan: 'yearly', periodEnd: '2027-06-21T12:00:00.000Z', renews: true } as const;
    expect(await readPass()).toMatchObject({ ...year, nextPlan: 'monthly', amountMinor: 1499 });
    expect(listSubjects().at(-1)).toContain('monthly');
    await tickTo('2027-06-21T12:00:01Z');
    expect(await listPaid()).toEqual([8999, 1499]);
    const [pass] = await listPasses(site.db, ada.id);
    const end = new Date('2027-07-21T12:00:00Z');
    expect(pass).toMatchObject({ plan: 'monthly', nextPlan: null, periodEnd: end, renews: true });
    await tickTo('2027-07-21T12:00:01Z');
    expect(await listPaid()).toEqual([8999, 1499, 1499]);
  });

  it('stays yearly where that is taken back, and can be ended all the same', async () => {
    await site.buy(ada, 'yearly');
    await goMonthly(1499);
    expect((await goMonthly(null)).status).toBe(200);
    expect(await readPass()).toMatchObject({ nextPlan: null, amountMinor: 8999 });
    expect((await goMonthly(null)).body.error?.code).toBe('not_found');
    await goMonthly(1499);
    const renew = (renews: boolean) =>
      ada.call('PUT /api/passes/mine/renewal', { body: { renews } });
    expect((await renew(false)).status).toBe(200);
    expect(await readPass()).toMatchObject({ renews: false, nextPlan: null });
    expect((await renew(true)).status).toBe(200);
    await tickTo('2027-06-21T12:00:01Z');
    expect(await listPaid()).toEqual([8999, 8999]);
  });

  it('that Stripe refuses to change half-way is shown as what it will charge, and can be changed again', async () => {
    await site.buy(ada, 'yearly');
    site.server.state.onCall = () => {
      const isChange = /^POST \/v1\/subscription_schedules\/\w/.test(
        site.server.state.calls.at(-1) ?? '',
      );
      site.server.state.trouble = isChange ? 'failing' : null;
    };
    expect((await goMonthly(1499)).body.error?.code).toBe('payment_unanswered');
    site.server.state.onCall = () => undefined;
    site.server.state.trouble = null;
    await site.runJobs();
    expect(await readPass()).toMatchObject({ nextPlan: null, amountMinor: 8999, renews: true });
    expect((await goMonthly(1499)).status).toBe(200);
    expect(await readPass()).toMatchObject({ nextPlan: 'monthly', amountMinor: 1499 });
    await tickTo('2027-06-21T12:00:01Z');
    expect(await listPaid()).toEqual([8999, 1499]);
  });

  it('is no monthly one', async () => {
    await site.buy(ada, 'monthly');
    expect((await goMonthly(1499)).body.error?.code).toBe('not_found');
  });
});
