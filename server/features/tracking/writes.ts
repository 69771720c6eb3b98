import { asc, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { trackingEvents } from './table.ts';

export type TrackingEvent = typeof trackingEvents.$inferSelect;
export type NewTrackingEvent = Pick<TrackingEvent, 'type' | 'call'>;

/** Stores analytics events of a person, to be sent later. The caller has checked the person's consent. */
export async function queueTrackingEvents(
  db: Database,
  userId: string,
  events: readonly NewTrackingEvent[],
  now: Date,
): Promise<void> {
  await db
    .insert(trackingEvents)
    .values(events.map((event) => ({ ...event, userId, happenedAt: now, sendAfter: now })));
}

/** How long a server may take for a batch before another sends it: longer than one call takes. */
export const EVENT_CLAIM_MS = 20_000;

/**
 * Claims up to `limit` of the oldest analytics events that are due, for EVENT_CLAIM_MS, so that no other server sends them
 * meanwhile; sorted by id.
 */
export async function claimTrackingEvents(
  db: Database,
  limit: number,
  now: Date,
): Promise<TrackingEvent[]> {
  const due = db
    .select({ id: trackingEvents.id })
    .from(trackingEvents)
    .where(lte(trackingEvents.sendAfter, now))
    .orderBy(asc(trackingEvents.sendAfter), asc(trackingEvents.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(trackingEvents)
    .set({ sendAfter: new Date(now.getTime() + EVENT_CLAIM_MS) })
    .where(sql`${trackingEvents.id} in ${due}`)
    .returning();
  return claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Deletes analytics events that were acknowledged or refused for good. */
export async function deleteTrackingEvents(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(trackingEvents).where(inArray(trackingEvents.id, [...ids]));
}

/** Gives up the claim on analytics events, so that they are sent again from `sendAfter` on. */
export async function releaseTrackingEvents(
  db: Database,
  ids: readonly string[],
  sendAfter: Date,
): Promise<void> {
  await db
    .update(trackingEvents)
    .set({ sendAfter })
    .where(inArray(trackingEvents.id, [...ids]));
}

/** How long an event waits for a service that does not accept it. */
const KEPT_MS = 14 * 86_400_000;

/** Deletes analytics events that could not be sent for two weeks. */
export async function deleteOldTrackingEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db.delete(trackingEvents).where(lt(trackingEvents.happenedAt, before));
}
