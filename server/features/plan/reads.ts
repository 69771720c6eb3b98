import { sql } from 'drizzle-orm';
import { combineOwnRows, type OwnData, selectOwnValue } from '#server/db/own-rows.ts';
import { users } from '#server/features/account/table.ts';
import { ownLatestAssessment } from '#server/features/assessment/reads.ts';
import { ownVersion } from '#server/features/contents/published/reads.ts';
import { ownCountdownFlights } from '#server/features/flights/reads.ts';
import { ownListensSince, ownProgress } from '#server/features/player/reads.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { toInstant } from '#shared/rules/flights.ts';

/** What a plan is made from, besides what is published. */
export const ownPractice = combineOwnRows({
  version: ownVersion,
  assessment: ownLatestAssessment,
  flights: ownCountdownFlights,
  progress: ownProgress,
  recent: ownListensSince,
  dailyMinutes: selectOwnValue(sql<number>`${users.dailyMinutes}`),
});
export type OwnPractice = OwnData<typeof ownPractice>;

/** Upper limit of how long ago today's practice can lie, in any time zone. */
const TODAY_WINDOW_MS = 30 * 3_600_000;

/** The instants that the rows of a plan are read for. */
export function getPracticeValues({ query, now }: { query: { timeZone: string }; now: Date }) {
  return {
    dayStart: getDayStart(query.timeZone, now).toISOString(),
    since: new Date(now.getTime() - TODAY_WINDOW_MS).toISOString(),
  };
}

/** When the person's day began. */
export const getDayStart = (timeZone: string, now: Date): Date =>
  toInstant(getCivilDate(timeZone, now), '00:00', timeZone);
