import type { TrackingEvent } from './writes.ts';

/** A call of Customer.io's Pipelines API (docs.customer.io/integrations/api/cdp, `POST /v1/batch`). */
export type PipelineCall = Record<string, unknown>;

/** Converts an analytics event to the format of Customer.io's API, in which a person is identified by our id alone. */
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

/** Builds the call that makes Customer.io delete a person (its semantic event). */
export const buildErasureCall = (userId: string): PipelineCall => ({
  type: 'track',
  event: 'User Deleted',
  userId,
  messageId: `erase-${userId}`,
});
