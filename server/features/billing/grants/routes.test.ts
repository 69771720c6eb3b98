import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { ORDER_CONSENT } from '#server/testing/people.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const NOBODY = '019a0000-0000-7000-8000-000000000000';
let site: StripeSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: NOW });
  admin = await site.createPerson({ state: 'admin' });
});
afterAll(() => site.close());

const readTier = async (person: TestPerson) =>
  (await person.call('GET /api/subscription-status')).body.tier;
const list = async ({ id }: TestPerson) =>
  (await admin.call('GET /api/admin/people/:id/passes', { params: { id } })).body;
const listActions = async () =>
  (await admin.call('GET /api/admin/audit', { query: { limit: 5 } })).body.entries.map(
    ({ action }) => action,
  );

describe('an admin', () => {
  it('gives a pass with a reason and an end, and takes it back', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const endsAt = '2027-01-01T00:00:00.000Z';
    const params = { id: ada.id };
    const body = { tier: 'premium', endsAt, reason: 'A journalist' } as const;
    const { id } = (await admin.call('POST /api/admin/people/:id/passes', { params, body })).body;
    expect(await readTier(ada)).toBe('premium');
    expect((await list(ada)).passes).toMatchObject([
      { id, source: 'grant', isActive: true, endsAt, periodEnd: endsAt, reason: 'A journalist' },
    ]);
    const why = { params: { id }, body: { reason: 'The article is out' } };
    expect((await admin.call('POST /api/admin/passes/:id/revoke', why)).status).toBe(200);
    expect((await admin.call('POST /api/admin/passes/:id/revoke', why)).status).toBe(200);
    expect(await readTier(ada)).toBe('free');
    expect((await listActions()).slice(0, 2)).toEqual(['pass.revoke', 'pass.grant']);
  });

  it('signs in again before a pass is given or taken back, where the last sign-in is over ten minutes ago', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const grant = () =>
      admin.call('POST /api/admin/people/:id/passes', {
        params: { id: ada.id },
        body: { tier: 'premium', endsAt: null, reason: 'why' },
      });
    const age = (minutes: number) =>
      site.db.execute(
        `update auth_sessions set created_at = now() - interval '${minutes} minutes' where user_id = '${admin.uid}'`,
      );
    await age(9);
    const { id } = (await grant()).body;
    await age(11);
    const revoke = { params: { id }, body: { reason: 'why' } };
    const refused = [await grant(), await admin.call('POST /api/admin/passes/:id/revoke', revoke)];
    expect(refused.map(({ body }) => body.error?.code)).toEqual(
      Array(2).fill('fresh_sign_in_needed'),
    );
    expect((await list(ada)).passes).toHaveLength(1);
    await age(0);
    expect((await grant()).status).toBe(201);
  });

  it('is refused a pass that would be over at once, and one for nobody', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const grant = (id: string, endsAt: string | null) =>
      admin.call('POST /api/admin/people/:id/passes', {
        params: { id },
        body: { tier: 'premium', endsAt, reason: 'why' },
      });
    expect((await grant(ada.id, NOW)).body.error?.code).toBe('invalid_input');
    expect((await grant(NOBODY, null)).body.error?.code).toBe('not_found');
  });

  it('can’t revoke what was bought: that is given back at the provider', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await site.buy(ada, 'lifetime');
    const [pass] = (await list(ada)).passes;
    const why = { params: { id: pass?.id ?? '' }, body: { reason: 'why' } };
    const refused = await admin.call('POST /api/admin/passes/:id/revoke', why);
    expect(refused.body.error?.code).toBe('not_found');
    expect(await readTier(ada)).toBe('lifetime');
  });

  it('has the provider read again, so that a payment whose event was lost opens the pass', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const sync = () =>
      admin.call('POST /api/admin/people/:id/passes/sync', {
        params: { id: ada.id },
        body: { reason: 'Says that they paid' },
      });
    expect((await sync()).body.error?.code).toBe('not_found');
    site.state.delivers = false;
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT },
    });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    site.state.delivers = true;
    expect(await readTier(ada)).toBe('free');
    expect((await sync()).status).toBe(200);
    expect(await readTier(ada)).toBe('premium');
    const { passes, syncedAt } = await list(ada);
    expect(passes).toMatchObject([{ plan: 'monthly', renews: true, paidMinor: 1499 }]);
    expect(syncedAt).toBe(NOW);
    expect((await listActions())[0]).toBe('pass.sync');
    site.server.state.trouble = 'dead';
    expect((await sync()).body.error?.code).toBe('payments_unavailable');
    site.server.state.trouble = null;
  });
});
