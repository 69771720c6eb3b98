import type { Dependencies } from '#server/dependencies.ts';
import type { Log } from '#server/log.ts';
import type { Database } from '#server/db/connect.ts';
import { findPeopleAllowingAnalytics } from '#server/features/cookie-consent/reads.ts';
import type { BatchDeliveryResult, Tracker } from './service.ts';
import { toPipelineCall } from './wire.ts';
import {
  claimTrackingEvents,
  deleteTrackingEvents,
  releaseTrackingEvents,
  type TrackingEvent,
} from './writes.ts';

/** Number of events in one request: at 2 kB each, far below the API's limit of 500 kB. */
export const EVENT_BATCH_SIZE = 100;

/** The outcome of a round: nothing to send, a batch settled, or a failure of the service. */
export type EventBatchSendResult =
  | { kind: 'idle' }
  | { kind: 'settled' }
  | (BatchDeliveryResult & { kind: 'failed' });

/**
 * Sends one batch of queued analytics events, except those of people who no longer allow analytics, which are deleted.
 * Acknowledged events are deleted; when the service fails, they are released to be sent again under the same ids;
 * events that it refuses for good are found by halving the batch, and deleted.
 */
export async function sendEventBatch(
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  tracker: Tracker,
): Promise<EventBatchSendResult> {
  const events = await claimTrackingEvents(db, EVENT_BATCH_SIZE, clock());
  if (events.length === 0) return { kind: 'idle' };
  const people = events.map(({ userId }) => userId);
  const allowing = await findPeopleAllowingAnalytics(db, people, clock());
  const allowed = events.filter(({ userId }) => allowing.has(userId));
  const withdrawn = events.filter(({ userId }) => !allowing.has(userId));
  await deleteTrackingEvents(
    db,
    withdrawn.map(({ id }) => id),
  );
  if (allowed.length === 0) return { kind: 'settled' };
  return sendAndRecordOutcome({ db, log, tracker, now: clock() }, allowed);
}

interface Sending {
  db: Database;
  log: Log;
  tracker: Tracker;
  now: Date;
}

async function sendAndRecordOutcome(
  sending: Sending,
  events: readonly TrackingEvent[],
): Promise<EventBatchSendResult> {
  const { db, log, tracker, now } = sending;
  const ids = events.map(({ id }) => id);
  const delivery = await tracker.send(events.map(toPipelineCall));
  if (delivery.kind === 'accepted') {
    await deleteTrackingEvents(db, ids);
    return { kind: 'settled' };
  }
  if (delivery.kind === 'failed') {
    await releaseTrackingEvents(db, ids, now);
    return delivery;
  }
  if (events.length === 1) {
    log.warn({ status: delivery.status, type: events[0]?.type }, 'an event was refused for good');
    await deleteTrackingEvents(db, ids);
    return { kind: 'settled' };
  }
  const middle = events.length >> 1;
  const first = await sendAndRecordOutcome(sending, events.slice(0, middle));
  if (first.kind !== 'failed') return sendAndRecordOutcome(sending, events.slice(middle));
  await releaseTrackingEvents(db, ids.slice(middle), now);
  return first;
}
