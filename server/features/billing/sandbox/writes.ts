import { eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  findCustomerKeyOfObject,
  type StoredObject,
  StripeState,
  type StripeStore,
} from './engine/state.ts';
import { sandboxObjects } from './table.ts';

/** Creates a store of the fake Stripe's state in the database, so that purchases in test mode survive a restart. */
export function createDatabaseStripeStore(db: Database): StripeStore {
  return {
    run: (key, now, work) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`sandbox:${key}`}))`);
        const rows = await tx
          .select({ data: sandboxObjects.data })
          .from(sandboxObjects)
          .where(or(eq(sandboxObjects.customerKey, key), isNull(sandboxObjects.customerKey)));
        const stripe = new StripeState(
          key,
          now,
          rows.map(({ data }) => data as StoredObject),
        );
        const result = work(stripe);
        for (const id of stripe.changed) {
          const data = stripe.objects.get(id);
          await tx
            .insert(sandboxObjects)
            .values({ id, customerKey: findCustomerKeyOfObject(id), data })
            .onConflictDoUpdate({ target: sandboxObjects.id, set: { data } });
        }
        return result;
      }),
  };
}
