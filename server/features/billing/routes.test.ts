import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeEntitlement } from '#shared/rules/entitlement.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { listPasses } from './reads.ts';
import { passes } from './table.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp({ clock: '2026-11-21T12:00:00Z' })));
afterAll(() => site.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const open = async (person: Person) =>
  (await person.call('POST /api/checkouts', { body: { plan: 'monthly', currency: 'EUR' } })).body
    .id;
const pay = (person: Person, id: string, card = 'accepted') =>
  person.call('POST /api/checkouts/:id/pay', { params: { id }, body: { card } });

describe('the sandbox', () => {
  it('says that it is one, with the price of the monthly pass in five currencies', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const { body } = await ada.call('GET /api/plans');
    expect(body.testMode).toBe(true);
    expect(body.plans.map(({ plan }) => plan)).toEqual(['monthly']);
    expect(body.plans[0]?.prices).toContainEqual({ currency: 'EUR', amountMinor: 1499 });
    expect(body.plans[0]?.prices).toHaveLength(5);
  });

  it('opens everything once a checkout is paid', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    expect((await ada.call('GET /api/contents')).body.error?.code).toBe('pass_required');
    await pay(ada, await open(ada));
    const { body } = await ada.call('GET /api/subscription-status');
    expect(body).toMatchObject({ hasActiveAccess: true, tier: 'premium' });
    expect((await ada.call('GET /api/contents')).status).toBe(200);
  });

  it('gives one pass however often the same checkout is paid at once', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const id = await open(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(ada, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await listPasses(site.db, ada.id)).toHaveLength(1);
  });

  it('takes no money twice for the same days', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const [first, second] = [await open(ada), await open(ada)];
    const answers = await Promise.all([pay(ada, first), pay(ada, second)]);
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
    const again = await ada.call('POST /api/checkouts', {
      body: { plan: 'monthly', currency: 'EUR' },
    });
    expect([again.status, again.body.error?.code]).toEqual([409, 'already_active']);
    expect(await listPasses(site.db, ada.id)).toHaveLength(1);
  });

  it('keeps a checkout open for a day', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const id = await open(ada);
    site.clock.advance(25 * 60 * 60_000);
    expect((await pay(ada, id)).body.error?.code).toBe('not_found');
    site.clock.advance(-25 * 60 * 60_000);
  });

  it('gives nothing for a declined card, and the checkout stays closed', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const id = await open(ada);
    expect((await pay(ada, id, 'declined')).body.status).toBe('declined');
    expect((await pay(ada, id)).body.error?.code).toBe('checkout_closed');
    expect((await ada.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
  });

  it('lets nobody pay or see the checkout of another', async () => {
    const [ada, eve] = [
      await site.createPerson({ state: 'no_pass' }),
      await site.createPerson({ state: 'no_pass' }),
    ];
    const refused = await pay(eve, await open(ada));
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'not_found']);
  });

  it('sells no plan that is not on sale', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'lifetime', currency: 'EUR' },
    });
    expect(body.error?.code).toBe('not_found');
  });

  it('is closed where real payments are set up', async () => {
    const real = await createTestApp({ billing: 'stripe' });
    const ada = await real.createPerson({ state: 'no_pass' });
    const body = { plan: 'monthly', currency: 'EUR' };
    expect((await ada.call('POST /api/checkouts', { body })).status).toBe(404);
    await real.close();
  });
});

describe('a pass', () => {
  it('that was just bought is not hidden by a clock that is set back', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await pay(ada, await open(ada));
    site.clock.advance(-3 * 60 * 60_000);
    const { body } = await ada.call('GET /api/subscription-status');
    expect(body).toMatchObject({ hasActiveAccess: true, tier: 'premium' });
    const kept = await listPasses(site.db, ada.id);
    expect(computeEntitlement(kept, site.clock()).hasActiveAccess).toBe(true);
    site.clock.advance(3 * 60 * 60_000);
  });

  it('that is to begin later begins then', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const startsAt = new Date(site.clock().getTime() + 60 * 60_000);
    await site.db
      .update(passes)
      .set({ startsAt, createdAt: site.clock() })
      .where(eq(passes.userId, ada.id));
    const readAccess = async () =>
      (await ada.call('GET /api/subscription-status')).body.hasActiveAccess;
    expect(await readAccess()).toBe(false);
    site.clock.advance(60 * 60_000);
    expect(await readAccess()).toBe(true);
    site.clock.advance(-60 * 60_000);
  });

  it('ends a month later to the day, and the server and the shared rule agree on it', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const [pass] = await listPasses(site.db, ada.id);
    if (!pass?.endsAt) throw new Error('a monthly pass has an end');
    const justBefore = new Date(pass.endsAt.getTime() - 1);
    expect(computeEntitlement([pass], justBefore).hasActiveAccess).toBe(true);
    expect(computeEntitlement([pass], pass.endsAt).hasActiveAccess).toBe(false);
    expect(pass.endsAt.getUTCDate()).toBe(pass.startsAt.getUTCDate());

    await site.db.update(passes).set({ endsAt: site.clock() }).where(eq(passes.id, pass.id));
    const { body } = await ada.call('GET /api/subscription-status');
    expect(body).toEqual({ hasActiveAccess: false, tier: 'free', endsAt: null });
  });
});
