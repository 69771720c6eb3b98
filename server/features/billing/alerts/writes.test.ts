import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { feedback } from '#server/features/feedback/table.ts';
import type { Caller } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { listPasses } from '../reads.ts';
import { queueEmailUpdate } from '../writes.ts';
import { alertOperator, retryRefunds } from './writes.ts';

const START = '2026-06-21T12:00:00Z';
let site: StripeSite;
let ada: Caller;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

describe('a refund that the bank sends back', () => {
  it('is told once, and made again a day later', async () => {
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
    for (let times = 0; times < 2; times++) {
      await alertOperator(site.app.dependencies, site.clock());
      await retryRefunds(site.app.dependencies, site.clock());
    }
    const told = await site.db.select().from(feedback);
    expect(told.filter(({ text }) => text.includes(pass?.paymentRef ?? ''))).toHaveLength(1);
    expect(await readRefunded()).toBe(0);
    site.advance(86_400_000 + 1000);
    for (let times = 0; times < 2; times++) await retryRefunds(site.app.dependencies, site.clock());
    expect(await readRefunded()).toBe(19_999);
  });
});

describe('a changed address', () => {
  it('reaches the provider', async () => {
    await site.buy(ada, 'monthly');
    const [pass] = await listPasses(site.db, ada.id);
    const { db, jobs, secret } = site.app.dependencies;
    const [profile] = await db.select().from(users).where(eq(users.id, ada.id));
    await db.update(users).set({ email: 'new@example.com' }).where(eq(users.id, ada.id));
    await queueEmailUpdate({ jobs, secret }, db, profile?.subject ?? '');
    await site.runJobs();
    expect(await site.fixture.actions.readCustomer(pass?.customerId ?? '')).toMatchObject({
      email: 'new@example.com',
    });
  });
});
