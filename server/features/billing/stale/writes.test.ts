import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPerson } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { listPasses } from '../reads.ts';
import { billingEvents, refundFailures } from '../table.ts';
import { FOUND_EVENT_TYPE } from '../writes.ts';
import { fetchAndHandleLostEvents } from './writes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: '2026-06-21T12:00:00Z', delivers: false });
});
beforeEach(async () => {
  // What another test has left is older than what is asked for.
  site.advance(7 * HOUR);
  site.server.state.onCall = () => undefined;
  site.server.state.trouble = null;
  site.events.length = 0;
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const handle = () => fetchAndHandleLostEvents(site.app.dependencies, site.clock());
const listFound = async () =>
  (await site.db.select().from(billingEvents).where(eq(billingEvents.type, FOUND_EVENT_TYPE))).map(
    ({ id }) => id,
  );
const idOf = (type: string) => site.events.findLast((event) => event.type === type)?.id ?? '';
const hasAccess = async () => (await ada.call('GET /api/subscription-status')).body.hasActiveAccess;
const findOwnPass = async () => (await listPasses(site.db, ada.id))[0]!;

/** A subscription whose events are all lost. */
async function buyUnheard(): Promise<void> {
  await site.buy(ada, 'monthly');
  site.advance(3 * MINUTE);
}
/** Changes the customer's address so often that their events fill more than a page. */
async function fillPage(): Promise<void> {
  const { customerId } = await findOwnPass();
  for (let index = 0; index < 100; index++)
    await site.app.dependencies.payments?.updateEmail(customerId ?? '', `${index}@example.com`);
  site.advance(3 * MINUTE);
}
/** Has the calls for which this holds go wrong. */
const failWhere = (isWrong: (call: string) => boolean, trouble: 'failing' | 'garbage') => {
  const { state } = site.server;
  state.onCall = () => {
    state.trouble = isWrong(state.calls.at(-1) ?? '') ? trouble : null;
  };
};

describe('an event that never came', () => {
  it('is found within ten minutes and handled as if it had, once', async () => {
    await buyUnheard();
    await handle();
    await site.runJobs();
    expect(await hasAccess()).toBe(true);
    expect(await listFound()).toContain(idOf('invoice.paid'));
    await handle();
    expect(await site.runJobs()).toEqual([]);
  });

  it('of a refund that its bank sent back, after a withdrawal, is not left to the daily reading', async () => {
    await buyUnheard();
    await handle();
    await site.runJobs();
    const { id, paymentRef } = await findOwnPass();
    await ada.call('POST /api/passes/mine/withdrawal', { body: { id } });
    await site.runJobs();
    await site.fixture.actions.failRefund(paymentRef ?? '');
    site.advance(3 * MINUTE);
    await handle();
    await site.runJobs();
    const failures = await site.db.select().from(refundFailures);
    expect(failures.map((one) => one.paymentRef)).toContain(paymentRef);
  });

  it('changes nothing when it comes after all, nor is one looked for that came in time', async () => {
    await buyUnheard();
    const event = site.events.findLast(({ type }) => type === 'invoice.paid')!;
    await site.deliver(event);
    await handle();
    await site.runJobs();
    expect(await listFound()).not.toContain(event.id);
    expect((await site.deliver(site.events.at(-1)!)).statusCode).toBe(200);
    expect(await site.runJobs()).toEqual([]);
  });

  it('is given two minutes to come, and six hours to be found', async () => {
    await site.buy(ada, 'monthly');
    site.advance(MINUTE);
    await handle();
    expect(await listFound()).not.toContain(idOf('invoice.paid'));
    site.advance(MINUTE);
    await handle();
    expect(await listFound()).toContain(idOf('invoice.paid'));
    await site.db.delete(billingEvents);
    site.advance(6 * HOUR);
    await handle();
    expect(await listFound()).toEqual([]);
  });
});

describe('what goes wrong meanwhile keeps nothing else waiting, and is tried again', () => {
  const isSecondPage = (call: string) => call.includes('starting_after');

  it.each(['failing', 'garbage'] as const)('a list of which the second page is %s', async (way) => {
    await buyUnheard();
    await handle();
    await site.runJobs();
    await site.db.delete(billingEvents);
    const { paymentRef } = await findOwnPass();
    await site.fixture.actions.refund(paymentRef ?? '');
    await site.fixture.actions.failRefund(paymentRef ?? '');
    await fillPage();
    failWhere(isSecondPage, way);
    await expect(handle()).rejects.toThrow();
    const found = await listFound();
    expect(found).toContain(idOf('customer.updated'));
    // Of the other list of types.
    expect(found).toContain(idOf('refund.failed'));
    expect(found).not.toContain(idOf('charge.refunded'));
    failWhere(() => false, way);
    await handle();
    expect(await listFound()).toContain(idOf('charge.refunded'));
  });

  it('a list that cannot be read at all', async () => {
    await buyUnheard();
    failWhere((call) => decodeURIComponent(call).includes('invoice.paid'), 'garbage');
    await expect(handle()).rejects.toThrow();
    expect(await listFound()).not.toContain(idOf('invoice.paid'));
    failWhere(() => false, 'garbage');
    await handle();
    expect(await listFound()).toContain(idOf('invoice.paid'));
  });

  it('an event of an unknown shape', async () => {
    await buyUnheard();
    const { payments } = site.app.dependencies;
    const { listEvents } = payments!;
    payments!.listEvents = async (query) => {
      const page = await listEvents(query);
      const [first] = page.events;
      const strange = [{}, { ...first, id: 'evt_strange', data: null }];
      return { ...page, events: [...(strange as never[]), ...page.events] };
    };
    await expect(handle()).rejects.toThrow();
    Object.assign(payments!, { listEvents });
    expect(await listFound()).toContain(idOf('invoice.paid'));
    expect(await listFound()).not.toContain('evt_strange');
  });
});
