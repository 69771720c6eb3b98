import { TONIGHT_SESSION_IDS } from '#shared/rules/tonight.ts';
import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { forgetHeardSession, readTonightState } from './store.ts';

/** Returns the civil date of the flight that a visitor named on this device in the last days; null for none, or another time. */
export function readTonightFlightDate(now: Date): string | null {
  const tonight = readTonightState();
  if (!tonight || tonight.when === 'days') return null;
  const zone = getDeviceTimeZone();
  const chosenOn = getCivilDate(zone, new Date(tonight.chosenAt));
  const date = tonight.when === 'tonight' ? chosenOn : addDays(chosenOn, 1);
  return date >= getCivilDate(zone, now) ? date : null;
}

/** Gives the account what was heard on this device before there was one. Where that fails, it stays for the next time. */
export async function sendHeardSessionToAccount(): Promise<void> {
  const heard = readTonightState()?.heard;
  if (!heard) return;
  const { fear, startedAt, endedAt, id } = heard;
  const contentId = TONIGHT_SESSION_IDS[fear];
  try {
    const body = buildWholeListen({
      id,
      contentId,
      startedAt: new Date(startedAt),
      endedAt: new Date(endedAt),
    });
    await api('POST /api/listens', { body });
    forgetHeardSession();
  } catch (error) {
    // Without a network it waits; what the server refuses would be refused again.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      forgetHeardSession();
  }
}

/** The listen of a session that was heard from its beginning to its end. */
export function buildWholeListen({
  id,
  contentId,
  startedAt,
  endedAt,
}: {
  id: string;
  contentId: string;
  startedAt: Date;
  endedAt: Date;
}) {
  const listenedMs = Math.max(0, endedAt.getTime() - startedAt.getTime());
  return {
    id,
    contentId,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    positionMs: listenedMs,
    listenedMs,
    completed: true,
    timeZone: getDeviceTimeZone(),
  };
}
