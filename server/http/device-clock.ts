import type { FastifyRequest } from 'fastify';
import { instant } from '#shared/contract/fields.ts';

/** Allowed clock skew of a device; an instant further ahead is replaced by now. */
const CLOCK_SKEW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Returns `now` for an instant that is more than five minutes later than it, otherwise the instant itself. */
export function clampFarFutureToNow(at: Date, now: Date): Date {
  return at.getTime() > now.getTime() + CLOCK_SKEW_MS ? now : at;
}

interface Arrival {
  now: Date;
  request: Pick<FastifyRequest, 'headers'>;
}

/**
 * Converts an instant of a device's clock to the server's clock. If the header `x-sent-at` shows that the device's
 * clock is more than one minute behind or five ahead, shifts the instant by the difference, rounded up to whole minutes
 * so that network delay does not reorder writes.
 */
export function toServerInstant(given: string, { now, request }: Arrival): Date {
  const sentAt = instant.safeParse(request.headers['x-sent-at']);
  const behind = sentAt.success ? now.getTime() - Date.parse(sentAt.data) : 0;
  const isWrong = behind > MINUTE_MS || behind < -CLOCK_SKEW_MS;
  const shift = isWrong ? Math.ceil(behind / MINUTE_MS) * MINUTE_MS : 0;
  return new Date(Date.parse(given) + shift);
}

/**
 * Converts the time at which a device made a write to the server's clock, at most five minutes ahead of `now`. Without
 * a time returns `now`, with `datedOnArrival` true.
 */
export function toServerWriteTime(
  given: string | undefined,
  arrival: Arrival,
): { writtenAt: Date; datedOnArrival: boolean } {
  const { now } = arrival;
  if (given === undefined) return { writtenAt: now, datedOnArrival: true };
  return {
    writtenAt: clampFarFutureToNow(toServerInstant(given, arrival), now),
    datedOnArrival: false,
  };
}
