import { and, count, desc, eq, gte, notInArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { OPERATOR_ALERTED_EVENT_TYPE } from '../alerts/send-alert.ts';
import { billingEvents } from '../table.ts';
import { FOUND_EVENT_TYPE, MISSED_EVENT_TYPE } from '../writes.ts';

const WEEK_MS = 7 * 86_400_000;
/** The types of rows that stand for no event that came. */
const OWN_TYPES = [MISSED_EVENT_TYPE, FOUND_EVENT_TYPE, OPERATOR_ALERTED_EVENT_TYPE];

/**
 * Returns when the payment provider's last event came, null for none in two months, and how many payments of the last
 * seven days came without one.
 */
export async function readWebhookHealth(db: Database, now: Date) {
  const [last] = await db
    .select({ at: billingEvents.receivedAt })
    .from(billingEvents)
    .where(notInArray(billingEvents.type, OWN_TYPES))
    .orderBy(desc(billingEvents.receivedAt))
    .limit(1);
  const [missed] = await db
    .select({ count: count() })
    .from(billingEvents)
    .where(
      and(
        eq(billingEvents.type, MISSED_EVENT_TYPE),
        gte(billingEvents.receivedAt, new Date(now.getTime() - WEEK_MS)),
      ),
    );
  return { lastEventAt: last?.at ?? null, missed: missed?.count ?? 0 };
}
