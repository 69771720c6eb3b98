import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCustomerIds, listPasses } from '#server/features/billing/reads.ts';
import { syncAndCorrectCustomer } from '#server/features/billing/sync-customer.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import { createStripeSite } from '#server/testing/stripe/site.ts';
import { toUtcCivilDate } from '#shared/rules/week.ts';
import { readRecurringRevenue } from './reads.ts';
import {
  saveRecurringRevenueTotals,
  endSubscriptionSpansOfPerson,
  saveSubscriptionSpan,
  type CurrentSubscription,
} from './writes.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const at = (day: number) => new Date(START + day * DAY);
const NEVER = at(10_000);
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A subscriber's history, in days since the start. */
interface Life {
  subscriptions: {
    began: number;
    price: 'monthly' | 'yearly';
    currency: 'EUR' | 'GBP';
    /** Days after its beginning on which it goes over to the other price; null never. */
    changedAfter: number | null;
    /** Days after its beginning on which its access rests, and for how long; null never. */
    rest: { after: number; days: number } | null;
    /** Days after its beginning on which its access ends; null never. */
    endedAfter: number | null;
  }[];
  erased: number | null;
}

const YEARLY = { monthly: 12 * 1499, yearly: 8999 };
const other = { monthly: 'yearly', yearly: 'monthly' } as const;

const subscription = fc.record({
  began: fc.integer({ min: 0, max: 150 }),
  price: fc.constantFrom('monthly' as const, 'yearly' as const),
  currency: fc.constantFrom('EUR' as const, 'GBP' as const),
  changedAfter: fc.option(fc.integer({ min: 1, max: 60 })),
  rest: fc.option(
    fc.record({ after: fc.integer({ min: 61, max: 90 }), days: fc.integer({ min: 1, max: 60 }) }),
  ),
  endedAfter: fc.option(fc.integer({ min: 1, max: 200 })),
});
const life: fc.Arbitrary<Life> = fc.record({
  subscriptions: fc.array(subscription, { minLength: 1, maxLength: 2 }),
  erased: fc.option(fc.integer({ min: 151, max: 250 })),
});

/** The stretches reckoned by hand: from day to day, and what was paid a year. */
function listStretches({ subscriptions, erased }: Life) {
  return subscriptions.flatMap(({ began, price, currency, changedAfter, rest, endedAfter }) => {
    const end = Math.min(began + (endedAfter ?? 10_000), erased ?? 10_000);
    const change = began + (changedAfter ?? 10_000);
    const [restFrom, restTo] = rest
      ? [began + rest.after, began + rest.after + rest.days]
      : [10_000, 10_000];
    return [
      { from: began, to: change, yearly: YEARLY[price] },
      { from: change, to: 10_000, yearly: YEARLY[other[price]] },
    ].flatMap(({ from, to, yearly }) =>
      [
        { from, to: Math.min(to, restFrom) },
        { from: Math.max(from, restTo), to },
      ].map((one) => ({ from: one.from, to: Math.min(one.to, end), yearly, currency })),
    );
  });
}

function countByHand(lives: readonly Life[], day: number) {
  const runsOn = (one: Life, on: number) =>
    listStretches(one).filter(({ from, to }) => from <= on && to > on);
  const running = lives.flatMap((one) => runsOn(one, day));
  const had = lives.filter((one) => runsOn(one, day - 30).length > 0);
  return {
    mrr: (['EUR', 'GBP'] as const).flatMap((currency) => {
      const own = running.filter((one) => one.currency === currency);
      const total = own.reduce((sum, { yearly }) => sum + yearly, 0);
      return own.length > 0 ? [{ currency, amountMinor: Math.round(total / 12) }] : [];
    }),
    subscribers: lives.filter((one) => runsOn(one, day).length > 0).length,
    subscribersBefore: had.length,
    left: had.filter((one) => runsOn(one, day).length === 0).length,
    failing: 0,
  };
}

/** Plays a subscriber's history: each subscription is read on every day on which something changes. */
async function live({ subscriptions, erased }: Life, until: number) {
  const userId = randomUUID();
  const ids = subscriptions.map(() => randomUUID());
  const readings = subscriptions.flatMap((one, index) => {
    const { began, changedAfter, rest, endedAfter } = one;
    const days = [0, changedAfter, rest?.after, rest && rest.after + rest.days, endedAfter];
    return days.flatMap((day) =>
      day === null || day === undefined ? [] : [{ index, day: began + day }],
    );
  });
  const isHeard = ({ day }: { day: number }) => day <= until && day < (erased ?? 10_000);
  for (const { index, day } of readings.filter(isHeard).toSorted((a, b) => a.day - b.day)) {
    const one = subscriptions[index];
    if (one)
      await saveSubscriptionSpan(
        test.db,
        { userId, livemode: false },
        readOn(one, ids[index] ?? '', day),
        at(day),
      );
  }
  if (erased !== null && erased <= until)
    await endSubscriptionSpansOfPerson(test.db, userId, at(erased));
}

function readOn(
  { began, price, currency, changedAfter, rest, endedAfter }: Life['subscriptions'][number],
  id: string,
  day: number,
): CurrentSubscription {
  const since = day - began;
  const isChanged = changedAfter !== null && since >= changedAfter;
  const isOver = endedAfter !== null && since >= endedAfter;
  const rests = rest && since >= rest.after && since < rest.after + rest.days;
  const hasRested = rest && since >= rest.after + rest.days;
  const ended = Math.min(isOver ? began + endedAfter : 10_000, rests ? began + rest.after : 10_000);
  return {
    id,
    currency,
    yearlyMinor: YEARLY[isChanged ? other[price] : price],
    startedAt: at(began),
    periodStart: at(
      hasRested ? began + rest.after + rest.days : isChanged ? began + changedAfter : began,
    ),
    accessEndsAt: ended === 10_000 ? NEVER : at(ended),
  };
}

describe('what subscriptions bring a month, and who leaves,', () => {
  it('equals a count by hand, of any histories and on any day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 300 }),
        async (lives, day) => {
          await test.db.execute(sql`truncate totals, subscription_spans`);
          for (const one of lives) await live(one, day);
          await saveRecurringRevenueTotals(test.db, toUtcCivilDate(at(day)), {
            now: at(day),
            livemode: false,
          });
          const counted = await readRecurringRevenue(test.db);
          const mrr = counted.mrr.toSorted((a, b) => a.currency.localeCompare(b.currency));
          expect({ ...counted, mrr }).toEqual(countByHand(lives, day));
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('follows what happens at Stripe: a change, a pause, a refund and a deleted account', async () => {
  const site = await createStripeSite();
  const count = async () => {
    const now = site.clock();
    await saveRecurringRevenueTotals(site.db, toUtcCivilDate(now), { now, livemode: false });
    return readRecurringRevenue(site.db);
  };
  const buy = async (plan: string) => {
    const person = await site.createPerson({ state: 'no_pass' });
    await site.buy(person, plan);
    return person;
  };
  const admin = await site.createPerson({ state: 'admin' });
  const changing = await buy('monthly');
  const pausing = await buy('monthly');
  await buy('yearly');
  const refunded = await buy('monthly');
  const leaving = await buy('yearly');
  await buy('lifetime');
  expect(await count()).toEqual({
    mrr: [{ currency: 'EUR', amountMinor: Math.round((3 * 12 * 1499 + 2 * 8999) / 12) }],
    subscribers: 5,
    subscribersBefore: 0,
    left: 0,
    failing: 0,
  });
  site.advance(2 * DAY);
  const { dueMinor } = (await changing.call('GET /api/passes/mine/yearly')).body;
  const change = { dueMinor, consent: ORDER_CONSENT };
  await changing.call('POST /api/passes/mine/yearly', { body: change });
  await pausing.call('PUT /api/passes/mine/pause', { body: { months: 1 } });
  const [pass] = await listPasses(site.db, refunded.id);
  await admin.call('POST /api/admin/passes/:id/refund', {
    params: { id: pass?.id ?? '' },
    body: { reason: 'why' },
  });
  await leaving.call('DELETE /api/users/me', {
    body: { email: leaving.email, currentPassword: PASSWORD },
  });
  await site.runJobs();
  site.advance(29 * DAY);
  for (const { id } of [changing, pausing])
    for (const customer of await listCustomerIds(site.db, id)) {
      await site.fixture.actions.tick(customer);
      await syncAndCorrectCustomer(site.app.dependencies, customer);
    }
  expect(await count()).toEqual({
    mrr: [{ currency: 'EUR', amountMinor: Math.round((2 * 8999) / 12) }],
    subscribers: 2,
    subscribersBefore: 5,
    left: 3,
    failing: 0,
  });
  await site.close();
});
