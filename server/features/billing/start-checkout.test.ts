// @module-tag whole

import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { listPasses } from './reads.ts';
import { offers, plans } from './prices/table.ts';
import { checkouts, passes } from './table.ts';

let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite();
});
beforeEach(async () => {
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const order = (person: TestPerson, plan = 'monthly', currency = 'EUR') =>
  person.call('POST /api/checkouts', { body: { plan, currency, consent: ORDER_CONSENT } });
const readStatus = async (person: TestPerson) =>
  (await person.call('GET /api/subscription-status')).body;

describe('a checkout', () => {
  it.each([
    ['monthly', 'premium', '2026-12-28T12:00:00.000Z'],
    ['yearly', 'premium', '2027-11-28T12:00:00.000Z'],
    ['lifetime', 'lifetime', null],
  ])('of the %s pass opens everything as soon as it is paid', async (plan, tier, endsAt) => {
    await site.buy(ada, plan);
    expect(await readStatus(ada)).toMatchObject({ hasActiveAccess: true, tier, endsAt });
  });

  it('that is asked for 100 times at once is one, and one pass', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => order(ada)));
    // Sixty a minute are taken, and the others asked to wait.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
    const urls = new Set(answers.flatMap(({ body }) => body.url ?? []));
    expect(urls.size).toBe(1);
    const [url = null] = urls;
    site.advance(60_000);
    await Promise.all(
      [1, 2, 3].map(() => site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted')),
    );
    await site.runJobs();
    expect(await listPasses(site.db, ada.id)).toHaveLength(1);
    expect((await order(ada)).body.error?.code).toBe('already_active');
  });

  it('is taken up again by somebody who reads in another language now', async () => {
    const { body: first } = await order(ada);
    await ada.call('PATCH /api/users/me', { body: { preferredLanguage: 'fr' } });
    const { status, body } = await order(ada);
    expect([status, body.url]).toEqual([201, first.url]);
  });

  it('of another plan closes the page of the one before', async () => {
    const { body: first } = await order(ada, 'monthly');
    await order(ada, 'yearly');
    await expect(
      site.fixture.actions.pay(parseCheckoutSessionId(first.url), 'accepted'),
    ).rejects.toThrow('expired');
  });

  it('in two tabs at once leaves one page that can be paid', async () => {
    const answers = await Promise.all([order(ada, 'monthly'), order(ada, 'yearly')]);
    const urls = answers.flatMap(({ body }) => (body.url ? [body.url] : []));
    const paid = await Promise.allSettled(
      urls.map((url) => site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted')),
    );
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await site.runJobs();
    expect(await listPasses(site.db, ada.id)).toHaveLength(1);
  });

  it('whose page is opened while another order is stored cannot be paid either', async () => {
    const { body } = await order(ada, 'monthly');
    const sessionId = parseCheckoutSessionId(body.url);
    const isFirst = eq(checkouts.id, body.id);
    await site.db.update(checkouts).set({ sessionId: null }).where(isFirst);
    let another: ReturnType<typeof order> | undefined;
    await site.db.transaction(async (tx) => {
      await tx.update(checkouts).set({ sessionId }).where(isFirst);
      another = order(ada, 'yearly');
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await site.db.execute(waiting)).rows.length).toBe(1);
    });
    expect((await another)?.status).toBe(201);
    await expect(site.fixture.actions.pay(sessionId, 'accepted')).rejects.toThrow('expired');
  });

  it('that was paid before another is begun gives the pass, though its event was lost', async () => {
    const { body } = await order(ada, 'monthly');
    site.state.delivers = false;
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    expect((await order(ada, 'yearly')).body.error?.code).toBe('already_active');
    site.state.delivers = true;
    expect((await readStatus(ada)).hasActiveAccess).toBe(true);
  });

  it('is declined and then paid with another card', async () => {
    const { body } = await order(ada);
    const pay = (card: 'declined' | 'accepted') =>
      site.fixture.actions.pay(parseCheckoutSessionId(body.url), card);
    await expect(pay('declined')).rejects.toMatchObject({ declineCode: 'generic_decline' });
    expect((await readStatus(ada)).hasActiveAccess).toBe(false);
    await pay('accepted');
    await site.runJobs();
    expect((await readStatus(ada)).hasActiveAccess).toBe(true);
  });

  it('with an offer charges what was shown, and the usual price from then on', async () => {
    const period = { startsAt: new Date('2026-11-01'), endsAt: new Date('2026-12-07') };
    const [offer] = await site.db
      .insert(offers)
      .values({ plan: 'yearly', percentOff: 20, audience: 'everyone', ...period })
      .returning();
    await site.buy(ada, 'yearly');
    const [pass] = await listPasses(site.db, ada.id);
    expect(pass).toMatchObject({ paidMinor: 7199, amountMinor: 8999, currency: 'EUR' });
    const [kept] = await site.db.select().from(checkouts).where(eq(checkouts.userId, ada.id));
    expect(kept).toMatchObject({ status: 'paid', amountMinor: 7199, offerId: offer?.id });
    await site.db.update(checkouts).set({ offerId: null }).where(eq(checkouts.userId, ada.id));
    await site.db.delete(offers);
  });
});

describe('while the provider does not answer as it should', () => {
  let shop: StripeSite;
  beforeAll(async () => void (shop = await createStripeSite({ timeoutMs: 150 })));
  afterEach(() => void (shop.server.state.trouble = null));
  afterAll(() => shop.close());
  const listCharges = async (person: TestPerson) => {
    const [pass] = await listPasses(shop.db, person.id);
    return shop.fixture.actions.readCharges(pass?.customerId ?? '');
  };

  it.each(['dead', 'slow', 'garbage', 'lost'] as const)(
    'because it is %s, a pass goes on as it was, and a change of it is paid once at most',
    async (trouble) => {
      const eve = await shop.createPerson({ state: 'no_pass' });
      await shop.buy(eve, 'monthly');
      const { dueMinor } = (await eve.call('GET /api/passes/mine/yearly')).body;
      const change = () =>
        eve.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } });
      shop.server.state.trouble = trouble;
      expect((await change()).body.error?.code).toBe('payments_unavailable');
      expect((await eve.call('POST /api/passes/sync')).status).toBe(503);
      expect((await eve.call('GET /api/contents')).status).toBe(200);
      expect((await eve.call('GET /api/passes/mine')).body.pass).toMatchObject({ isActive: true });
      shop.server.state.trouble = null;
      await change();
      await shop.runJobs();
      expect((await eve.call('GET /api/passes/mine')).body.pass).toMatchObject({ plan: 'yearly' });
      expect(await listCharges(eve)).toHaveLength(2);
    },
  );
});

/** What opening the first page of a payment calls, in its order. */
const PAGE_CALLS = [
  'GET /v1/customers',
  'POST /v1/customers',
  'POST /v1/products/envol_yearly',
  'POST /v1/products',
  'POST /v1/checkout/sessions',
];

describe('an order of which one call fails', () => {
  const createShop = async () => {
    const shop = await createStripeSite({ timeoutMs: 150 });
    return { shop, state: shop.server.state, eve: await shop.createPerson({ state: 'no_pass' }) };
  };

  it.each(
    PAGE_CALLS.flatMap((call) =>
      (['dead', 'slow', 'garbage', 'lost', 'failing'] as const).map(
        (trouble) => [call, trouble] as const,
      ),
    ),
  )('from %s on, which is %s, can be ordered again, and is charged once', async (call, trouble) => {
    const { shop, state, eve } = await createShop();
    state.onCall = () => {
      if (state.calls.at(-1)?.split('?')[0] === call) state.trouble = trouble;
    };
    const refused = await order(eve, 'yearly');
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'payments_unavailable']);
    expect(state.trouble).toBe(trouble);
    state.onCall = () => undefined;
    state.trouble = null;
    // At once: Stripe repeats a failure to the same key for a day.
    await shop.buy(eve, 'yearly');
    const [pass] = await listPasses(shop.db, eve.id);
    expect(await shop.fixture.actions.readCharges(pass?.customerId ?? '')).toHaveLength(1);
    await shop.close();
  });

  it('makes no other calls than these', async () => {
    const { shop, state, eve } = await createShop();
    await order(eve, 'yearly');
    expect(state.calls.map((one) => one.split('?')[0])).toEqual(PAGE_CALLS);
    await shop.close();
  });
});

describe('an order', () => {
  it('whose answer was lost is taken up in another language', async () => {
    const shop = await createStripeSite();
    const eve = await shop.createPerson({ state: 'no_pass' });
    const { state } = shop.server;
    state.onCall = () => {
      if (state.calls.at(-1) === 'POST /v1/checkout/sessions') state.trouble = 'lost';
    };
    expect((await order(eve)).body.error?.code).toBe('payments_unavailable');
    state.onCall = () => undefined;
    state.trouble = null;
    await eve.call('PATCH /api/users/me', { body: { preferredLanguage: 'fr' } });
    expect((await order(eve)).status).toBe(201);
    await shop.close();
  });

  it('by somebody whose customer Stripe made though it answered with an error is opened for that one', async () => {
    const shop = await createStripeSite();
    const eve = await shop.createPerson({ state: 'no_pass' });
    const { state } = shop.server;
    const isFirst = () => state.calls.filter((call) => call === 'POST /v1/customers').length === 1;
    state.onCall = () => {
      state.trouble = state.calls.at(-1) === 'POST /v1/customers' && isFirst() ? 'denied' : null;
    };
    await shop.buy(eve, 'monthly');
    const list = await shop.fixture.fetch('https://stripe.test/v1/customers');
    const { data } = (await list.json()) as { data: { id: string }[] };
    const [pass] = await listPasses(shop.db, eve.id);
    expect(data.map(({ id }) => id)).toEqual([pass?.customerId]);
    await shop.close();
  });

  it('by somebody whose customer was deleted at Stripe is opened for a new one', async () => {
    await site.buy(ada, 'monthly');
    const [pass] = await listPasses(site.db, ada.id);
    await site.app.dependencies.payments?.eraseCustomer(pass?.customerId ?? '');
    await site.runJobs();
    expect((await readStatus(ada)).hasActiveAccess).toBe(false);
    site.advance(1000);
    await site.buy(ada, 'yearly');
    expect((await readStatus(ada)).hasActiveAccess).toBe(true);
    expect((await listPasses(site.db, ada.id))[0]?.customerId).not.toBe(pass?.customerId);
  });

  it('keeps what was ticked, and is refused when the words have changed since', async () => {
    const give = (consent: object) =>
      ada.call('POST /api/checkouts', { body: { plan: 'monthly', currency: 'EUR', consent } });
    const stale = await give({ ...ORDER_CONSENT, version: '2025-01' });
    expect([stale.status, stale.body.error?.code]).toEqual([409, 'consent_outdated']);
    expect((await give(ORDER_CONSENT)).status).toBe(201);
    const [kept] = await site.db.select().from(checkouts).where(eq(checkouts.userId, ada.id));
    expect(kept).toMatchObject({
      consentStatements: ['immediateAccess', 'withdrawalKnown'],
      consentVersion: ORDER_CONSENT.version,
    });
  });

  it('that was opened with former words is not taken up again', async () => {
    const { body: first } = await order(ada);
    const changed = { consentVersion: '2025-01' };
    await site.db.update(checkouts).set(changed).where(eq(checkouts.id, first.id));
    const { body } = await order(ada);
    expect(body.id).not.toBe(first.id);
    await expect(
      site.fixture.actions.pay(parseCheckoutSessionId(first.url), 'accepted'),
    ).rejects.toThrow('expired');
  });

  it.each(['yearly', 'lifetime'])('of a %s pass may follow a trip pass', async (plan) => {
    await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
    await site.buy(ada, 'trip');
    expect((await order(ada, 'trip')).body.error?.code).toBe('already_active');
    await site.buy(ada, plan);
    expect((await ada.call('GET /api/passes/mine')).body.pass).toMatchObject({ plan });
  });

  it.each(['yearly', 'lifetime'])('of a %s pass may follow one that was given', async (plan) => {
    const admin = await site.createPerson({ state: 'admin' });
    const body = { reason: 'Press', tier: 'premium' as const, endsAt: '2026-12-21T12:00:00.000Z' };
    await admin.call('POST /api/admin/people/:id/passes', { params: { id: ada.id }, body });
    await site.buy(ada, plan);
    expect((await ada.call('GET /api/passes/mine')).body.pass).toMatchObject({ plan });
  });

  it('of a lifetime pass settles a month whose payment fails, which charges no more', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    site.advance(31 * 86_400_000);
    await ada.call('POST /api/passes/sync');
    expect((await ada.call('GET /api/passes/mine')).body.pass).toMatchObject({
      status: 'past_due',
      isActive: true,
    });
    const { body } = await order(ada, 'lifetime');
    expect(body.amountMinor).toBe(19_999);
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    expect((await ada.call('GET /api/passes/mine')).body).toMatchObject({
      pass: { plan: 'lifetime', isActive: true },
      alsoCharging: [],
    });
    const [pass] = await listPasses(site.db, ada.id);
    const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
    expect(charges.map((charge) => charge.amount - charge.amount_refunded)).toEqual([19_999, 1499]);
    site.setClock('2026-11-21T12:00:00Z');
  });

  it('in another currency than a month that is still owed is refused with a sentence, in its own it opens', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    site.advance(31 * 86_400_000);
    await ada.call('POST /api/passes/sync');
    // The days of grace are over.
    await site.db.update(passes).set({ endsAt: site.clock() }).where(eq(passes.userId, ada.id));
    expect((await ada.call('GET /api/passes/mine')).body.pass).toMatchObject({
      status: 'past_due',
      isActive: false,
    });
    const refused = await order(ada, 'yearly', 'GBP');
    expect(refused.status).toBe(409);
    expect(refused.body.error?.code).toBe('other_currency');
    expect((await order(ada, 'yearly', 'EUR')).status).toBe(201);
    site.setClock('2026-11-21T12:00:00Z');
  });

  it('of a lifetime pass in another currency gives the unused part of the year back', async () => {
    await site.buy(ada, 'yearly');
    const { body } = await order(ada, 'lifetime', 'USD');
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    const [pass] = await listPasses(site.db, ada.id);
    const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
    expect(charges.map((charge) => charge.amount_refunded)).toEqual([0, 8999]);
    expect((await ada.call('GET /api/passes/mine')).body).toMatchObject({
      pass: { plan: 'lifetime' },
      alsoCharging: [],
    });
  });
});

describe('a change whose answer is lost', () => {
  it.each([
    ['a stop is taken at once', [200, undefined], { renews: false, plan: 'monthly' }],
    [
      'a change to a year is not said to be undone',
      [503, 'payment_unanswered'],
      { renews: true, plan: 'yearly' },
    ],
  ] as const)('%s, and shows once the provider answers', async (what, reply, after) => {
    await site.buy(ada, 'monthly');
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    const { state } = site.server;
    // From the change itself on.
    state.onCall = () => {
      if (state.calls.at(-1)?.startsWith('POST /v1/subscriptions/')) state.trouble = 'lost';
    };
    const changed = await (what.startsWith('a stop')
      ? ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } })
      : ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } }));
    expect([changed.status, changed.body.error?.code]).toEqual(reply);
    state.onCall = () => undefined;
    state.trouble = null;
    await site.runJobs();
    expect((await ada.call('GET /api/passes/mine')).body.pass).toMatchObject(after);
  });
});

describe('the passes of the test mode', () => {
  it('count for nothing where payments are real, and those that were granted do', async () => {
    const live = await createStripeSite({ secretKey: 'sk_live_fixture' });
    const eve = await live.createPerson({ state: 'no_pass' });
    await live.buy(eve, 'lifetime');
    const change = (changed: Partial<typeof passes.$inferInsert>) =>
      live.db.update(passes).set(changed).where(eq(passes.userId, eve.id));
    expect((await readStatus(eve)).tier).toBe('lifetime');
    await change({ livemode: false });
    expect((await readStatus(eve)).tier).toBe('free');
    await change({ source: 'grant' });
    expect((await readStatus(eve)).tier).toBe('lifetime');
    await live.close();
  });
});
