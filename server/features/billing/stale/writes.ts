import { inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import type { BillingProvider } from '../service.ts';
import type { UncheckedEvent } from '../stripe/events/service.ts';
import { toProviderEvent } from '../stripe/events/wire.ts';
import { SYNCED_EVENT_TYPES } from '../stripe/policy.ts';
import { billingEvents } from '../table.ts';
import { FOUND_EVENT_TYPE, saveEventAndQueueSync } from '../writes.ts';

type Deps = Pick<Dependencies, 'db' | 'jobs' | 'secret' | 'payments'>;

/** "An array of up to 20 strings containing specific event names" (https://docs.stripe.com/api/events/list). */
const MAX_TYPES = 20;
const MAX_PAGES = 20;
const SEARCHED_MS = 6 * 60 * 60_000;
/** A younger event may still be on its way to the webhook. */
const LEAST_AGE_MS = 2 * 60_000;

/**
 * Asks the payment provider for the events of the last six hours and handles those that never came, as the webhook does.
 * What cannot be listed, read or stored keeps nothing else from being handled, and is tried again the next time.
 * @throws as runEachDespiteFailures
 */
export async function fetchAndHandleLostEvents(deps: Deps, now: Date): Promise<void> {
  const { payments } = deps;
  if (!payments) return;
  const all = [...SYNCED_EVENT_TYPES];
  const groups = Array.from({ length: Math.ceil(all.length / MAX_TYPES) }, (_, index) =>
    all.slice(index * MAX_TYPES, (index + 1) * MAX_TYPES),
  );
  await runEachDespiteFailures(groups, (types) =>
    handleLostEventsOfTypes(deps, payments, types, now),
  );
}

/** Handles each page once it is read, so that what stands before a page that cannot be read is handled all the same. */
async function handleLostEventsOfTypes(
  deps: Deps,
  payments: BillingProvider,
  types: readonly string[],
  now: Date,
): Promise<void> {
  const from = new Date(now.getTime() - SEARCHED_MS);
  const until = new Date(now.getTime() - LEAST_AGE_MS);
  const failures: unknown[] = [];
  const keep = (error: unknown) => void failures.push(error);
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await payments.listEvents({ types, from, until, after }).catch(keep);
    if (!page) break;
    await handlePage(deps, page.events, now).catch(keep);
    after = page.events.at(-1)?.id;
    if (!page.hasMore || after === undefined) break;
  }
  if (failures.length > 0) throw new AggregateError(failures);
}

async function handlePage(deps: Deps, events: readonly UncheckedEvent[], now: Date): Promise<void> {
  const known = await listStoredEventIds(
    deps.db,
    events.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  );
  await runEachDespiteFailures(
    events.filter(({ id }) => !known.has(id ?? '')),
    async (event) =>
      saveEventAndQueueSync(deps, toProviderEvent(event as Stripe.Event), now, FOUND_EVENT_TYPE),
  );
}

async function listStoredEventIds(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await db
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(inArray(billingEvents.id, [...ids]))
    .limit(ids.length);
  return new Set(rows.map(({ id }) => id));
}
