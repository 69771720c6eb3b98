import type { TrackingEvent } from './writes.ts';

/** A call of Customer.io's Pipelines API (docs.customer.io/integrations/api/cdp, `POST /v1/batch`). */
export type PipelineCall = Record<string, unknown>;

/** Returns an event in the format of the API, in which a person is identified by our id alone. */
export const toPipelineCall = ({
  id,
  type,
  userId,
  call,
  happenedAt,
}: TrackingEvent): PipelineCall => ({
  ...call,
  type,
  userId,
  messageId: id,
  timestamp: happenedAt.toISOString(),
});

/** Returns the call that makes Customer.io delete a person (its semantic event). */
export const toErasureCall = (userId: string): PipelineCall => ({
  type: 'track',
  event: 'User Deleted',
  userId,
  messageId: `erase-${userId}`,
});
