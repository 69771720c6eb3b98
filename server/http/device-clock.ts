import type { FastifyRequest } from 'fastify';
import { instant } from '#shared/contract/fields.ts';

/** A device's clock may run ahead by this much; an instant further ahead is taken as now. */
const CLOCK_SKEW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** The instant a device gave, never further ahead than its clock may fairly run. */
export function notAhead(at: Date, now: Date): Date {
  return at.getTime() > now.getTime() + CLOCK_SKEW_MS ? now : at;
}

/**
 * When a device wrote something, by our clock: where the device's own is behind by more than a request can
 * take, or further ahead than is fair, by what it says the time is while it sends, the instant is put right by
 * as much. In whole minutes, so that of two writes the earlier is not taken for the later because it was on
 * its way for longer. A page that does not say when it wrote wrote it now.
 */
export function writtenAt(
  given: string | undefined,
  { now, request }: { now: Date; request: Pick<FastifyRequest, 'headers'> },
): Date {
  if (given === undefined) return now;
  const sentAt = instant.safeParse(request.headers['x-sent-at']);
  const behind = sentAt.success ? now.getTime() - Date.parse(sentAt.data) : 0;
  const isWrong = behind > MINUTE_MS || behind < -CLOCK_SKEW_MS;
  const shift = isWrong ? Math.ceil(behind / MINUTE_MS) * MINUTE_MS : 0;
  return notAhead(new Date(Date.parse(given) + shift), now);
}
