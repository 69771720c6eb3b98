import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createHistoryRunner, HISTORY, type Step } from '#server/testing/stripe/histories.ts';
import { createStripeSite, getCheckoutSessionId } from '#server/testing/stripe/site.ts';
import { listPasses } from './reads.ts';
import { syncStaleCustomers } from './writes.ts';

let site: TestApp;
let play: ReturnType<typeof createHistoryRunner>;
beforeAll(async () => {
  site = await createTestApp();
  play = createHistoryRunner(site.app.dependencies, async () => {
    const id = v7();
    await site.db.insert(users).values({
      id,
      provider: 'builtin',
      subject: id,
      name: 'Amelia',
      email: `${id}@example.com`,
      signUpMethod: 'email',
      preferredLanguage: 'en',
      onboardingComplete: true,
    });
    return id;
  });
});
afterAll(() => site.close());

describe('what is stored of a customer', () => {
  it('gives the access that an independent oracle computes, whatever was done and whichever events came', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORY, async (steps: Step[]) => {
        const { stored, expected } = await play(steps);
        expect(stored).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

it('is read again every day, so that an event that never came is made good', async () => {
  const shop = await createStripeSite({ delivers: false });
  const ada = await shop.createPerson({ state: 'no_pass' });
  const body = { plan: 'lifetime', currency: 'EUR' };
  const consent = { immediateAccess: true, withdrawalKnown: true, version: '2026-11' };
  const { url } = (await ada.call('POST /api/checkouts', { body: { ...body, consent } })).body;
  await shop.fixture.actions.pay(getCheckoutSessionId(url), 'accepted');
  expect(await listPasses(shop.db, ada.id)).toHaveLength(0);
  await syncStaleCustomers(shop.app.dependencies, shop.clock());
  expect(await listPasses(shop.db, ada.id)).toHaveLength(1);
  shop.server.state.calls = [];
  await syncStaleCustomers(shop.app.dependencies, shop.clock());
  expect(shop.server.state.calls).toEqual([]);
  await shop.close();
});
