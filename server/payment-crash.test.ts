// @module-tag whole

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpClientWithCookies, signUpMember } from '../bench/listener.ts';
import { openPaymentSite, type PaymentSite, waitForAccess } from '../bench/payment-site.ts';
import type { Pool } from './db/pool.ts';
import { openDatabaseSession } from '#server/db/session.ts';
import { createTestDatabase } from './testing/database.ts';

// The server as `npm start` runs it is killed (SIGKILL) at each step of a webhook, from the arrival of the event to the end of
// its job. Steps in the database are held by a trigger that waits for a lock; steps at the provider by its call.

const LOCK = 42;
const STEPS = [
  { name: 'the event is stored', table: 'billing_events', when: 'insert' },
  { name: 'its job is queued', table: 'jobs.job', when: 'insert' },
  { name: 'the first call of the provider is answered', call: 1 },
  { name: 'the last call of the provider is answered', call: 5 },
  { name: 'the pass is written', table: 'passes', when: 'insert' },
  { name: 'the job, which is done, is deleted', table: 'jobs.job', when: 'delete' },
] as const;
type Step = (typeof STEPS)[number];

let folder: string;
let database: Pool;
let shop: PaymentSite;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-payment-crash-'));
  database = await createTestDatabase();
  await database.query(`create function wait_at_step() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${LOCK}); return coalesce(new, old); end'`);
  shop = await openPaymentSite(folder, { DATABASE_URL: database.url });
});
afterAll(async () => {
  await shop.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function poll(isDone: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(isDone, { timeout: 30_000, interval: 20 }).toBe(true);
}

/** Kills the server once it has come to a step of what `act` sets off. */
async function killAt(step: Step, act: () => Promise<unknown>): Promise<void> {
  const kill = () => shop.kill();
  if ('call' in step) {
    let calls = 0;
    let killed: Promise<void> | undefined;
    shop.stripe.state.onCall = () => {
      calls += 1;
      if (calls === step.call) killed = kill();
    };
    await act();
    await poll(() => killed !== undefined);
    await killed;
    shop.stripe.state.onCall = () => undefined;
    return;
  }
  await database.query(`create trigger held before ${step.when} on ${step.table}
    for each row execute function wait_at_step()`);
  const holder = await openDatabaseSession(database.url);
  try {
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    await act();
    const findHeld = async () => {
      const { rows } = await holder.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [LOCK],
      );
      return rows;
    };
    await poll(async () => (await findHeld()).length > 0);
    await kill();
    for (const { pid } of await findHeld())
      await holder.query('select pg_terminate_backend($1)', [pid]);
    await poll(async () => (await findHeld()).length === 0);
  } finally {
    await holder.close();
  }
  await database.query(`drop trigger held on ${step.table}`);
}

/** Buys a pass, killed at a step; resolves to what there is in the end, but for what differs each time. */
async function buy(step: Step | null): Promise<object> {
  const { call } = createHttpClientWithCookies({
    get base() {
      return shop.site.server.base;
    },
  });
  await signUpMember(call);
  await waitForEmptyQueue();
  const emails = await countEmails();
  const pay = await shop.order(call, 'yearly');
  if (step) {
    await killAt(step, pay);
    await shop.restart();
  } else await pay();
  await shop.deliverAgain();
  await waitForAccess(call, true);
  await waitForEmptyQueue();
  const { pass } = (await call('GET', '/api/passes/mine')) as { pass: Record<string, unknown> };
  const { plan, status, renews, isActive, amountMinor, paidMinor, withdrawAmounts } = pass;
  const { rows: orders } = await database.query<{ status: string }>(
    'select status from checkouts order by created_at desc limit 1',
  );
  return {
    plan,
    status,
    renews,
    isActive,
    amountMinor,
    paidMinor,
    withdrawAmounts,
    order: orders[0]?.status,
    receipts: (await countEmails()) - emails,
    passes: (await database.query('select 1 from passes where id = $1', [String(pass['id'])])).rows
      .length,
  };
}

const waitForEmptyQueue = () =>
  poll(async () => {
    const { rows: left } = await database.query(`select 1 from jobs.job where state < 'completed'`);
    return left.length === 0;
  });

const countEmails = async () =>
  (await readdir(path.join(folder, 'outbox')).catch(() => [])).filter((name) =>
    name.endsWith('.eml'),
  ).length;

it('a payment ends the same, killed before any step of its webhook: one pass, one receipt', async () => {
  const expected = await buy(null);
  expect(expected).toMatchObject({ plan: 'yearly', isActive: true, order: 'paid', receipts: 1 });
  for (const step of STEPS) expect(await buy(step), `killed before ${step.name}`).toEqual(expected);
});
