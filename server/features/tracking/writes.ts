import { asc, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { trackingEvents } from './table.ts';

export type TrackingEvent = typeof trackingEvents.$inferSelect;
export type NewEvent = Pick<TrackingEvent, 'type' | 'call'>;

/** Keeps events of a person to be sent. */
export async function recordEvents(
  db: Database,
  userId: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  await db
    .insert(trackingEvents)
    .values(events.map((event) => ({ ...event, userId, happenedAt: now, sendAfter: now })));
}

/** For how long a server may be at a batch before another takes it: longer than one call may take. */
export const LEASE_MS = 20_000;

/** Takes the oldest events that may be sent, so that no other server takes them meanwhile. */
export async function claimEvents(
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
    .set({ sendAfter: new Date(now.getTime() + LEASE_MS) })
    .where(sql`${trackingEvents.id} in ${due}`)
    .returning();
  return claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Deletes events that were acknowledged, or never will be. */
export async function deleteEvents(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(trackingEvents).where(inArray(trackingEvents.id, [...ids]));
}

/** Puts events back, to be sent again from `sendAfter` on. */
export async function releaseEvents(
  db: Database,
  ids: readonly string[],
  sendAfter: Date,
): Promise<void> {
  await db
    .update(trackingEvents)
    .set({ sendAfter })
    .where(inArray(trackingEvents.id, [...ids]));
}

/** How long an event waits for a service that does not take it. */
const KEPT_MS = 14 * 86_400_000;

/** Deletes events that nobody took in two weeks, so that a service that is gone for good fills no disk. */
export async function deleteOldTrackingEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db.delete(trackingEvents).where(lt(trackingEvents.happenedAt, before));
}
