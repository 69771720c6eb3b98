import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';

// An attacker has the code of a gift, or wants one, and more of it than was paid for.

let site: StripeSite;
let giver: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: '2026-06-21T12:00:00.000Z' });
  giver = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const listGifts = async () => (await giver.call('GET /api/gifts')).body.gifts;
const redeem = (person: TestPerson, code: string | null) =>
  person.call('POST /api/gifts/redeem', { body: { code: code ?? '' } });
const countPasses = async (people: readonly TestPerson[]) => {
  const replies = await Promise.all(people.map((one) => one.call('GET /api/subscription-status')));
  return replies.filter(({ body }) => body.hasActiveAccess).length;
};
const createPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => site.createPerson({ state: 'no_pass' })));

/** Buys a gift, as its buyer sees it. */
async function give() {
  const consent = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION };
  const order = { plan: 'yearly', currency: 'EUR', amountMinor: 8999, consent } as const;
  const { url } = (await giver.call('POST /api/gifts', { body: order })).body;
  await site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted');
  await site.runJobs();
  const [gift] = await listGifts();
  if (!gift) throw new Error('There is no gift');
  return gift;
}

it('a code opens one pass, however many people redeem it in the same moment', async () => {
  const { code } = await give();
  const people = await createPeople(6);
  const replies = await Promise.all(people.map((one) => redeem(one, code)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.error?.code)).toEqual(Array(5).fill('gift_used'));
  expect(await countPasses(people)).toBe(1);
});

it('a code that is given back and redeemed in the same moment is one of the two', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, code } = await give();
    const [ida] = await createPeople(1);
    if (!ida) throw new Error('There is nobody');
    const [back, redeemed] = await Promise.all([
      giver.call('POST /api/gifts/:id/withdrawal', { params: { id } }),
      redeem(ida, code),
    ]);
    await site.runJobs();
    expect([back.status, redeemed.status].filter((status) => status === 200)).toHaveLength(1);
    const found = (await listGifts()).find((one) => one.id === id);
    expect(found?.returnedAt !== null).toBe(back.status === 200);
    expect(await countPasses([ida])).toBe(redeemed.status === 200 ? 1 : 0);
  }
});

it('codes are tried twenty times an hour, and the right one is not taken after that either', async () => {
  const { code } = await give();
  const [guesser] = await createPeople(1);
  if (!guesser) throw new Error('There is nobody');
  const statuses = new Set<number>();
  for (let tries = 0; tries < 20; tries++)
    statuses.add((await redeem(guesser, 'ABCD-EFGH-JKMN-PQRS')).status);
  expect([...statuses]).toEqual([404]);
  expect((await redeem(guesser, code)).status).toBe(429);
});

it('nobody but its buyer, and whoever they gave it to, has the code', async () => {
  const { id, code } = await give();
  const [stranger] = await createPeople(1);
  const support = await site.createPerson({ state: 'admin', role: 'support' });
  const params = { id: giver.id };
  const { body: seen } = await support.call('GET /api/admin/people/:id/gifts', { params });
  expect(seen.gifts[0]).toMatchObject({ id });
  const { body: person } = await support.call('GET /api/admin/people/:id', { params });
  const own = await stranger?.call('GET /api/gifts');
  for (const shown of [seen, person, own?.body]) expect(JSON.stringify(shown)).not.toContain(code);
  const { rows } = await site.db.execute(`select * from gifts where id = '${id}'`);
  expect(JSON.stringify(rows)).not.toContain(code);
});
