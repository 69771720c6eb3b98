import path from 'node:path';
import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import { getStudioOverview } from '#shared/contract/totals.ts';
import { addDays } from '#shared/rules/flight-date.ts';
import { getMondayOfWeek, toUtcCivilDate } from '#shared/rules/week.ts';
import { findTotalCountedUntil } from './marks/reads.ts';
import * as reads from './reads.ts';
import { toFunnel } from './funnel/wire.ts';
import { readRecurringRevenue } from './recurring/reads.ts';
import { measureFreeDiskBytes } from './service.ts';
import { toCohorts, toFearMeansBeforeAndAfter, toFlightsByWeek, toWeeklyFigures } from './wire.ts';

/** Registers the route of the operator's overview. */
export function totalRoutes(app: App): void {
  const { jobs, payments, files } = app.dependencies;
  const dataFolder = path.dirname(files.mailFolder);

  registerRoute(app, getStudioOverview, async ({ db, query, now }) => {
    const from = getMondayOfWeek(query.from);
    const to = getMondayOfWeek(query.to);
    const range = { from, to, thisWeek: getMondayOfWeek(toUtcCivilDate(now)) };
    const [people, { inboxes, ...sizes }, queue, freeBytes] = await Promise.all([
      readPeople(db, range),
      reads.readInboxAndStorageFigures(db),
      jobs.readState(),
      measureFreeDiskBytes(dataFolder),
    ]);
    const testMode = !(payments?.livemode ?? false);
    const storage = { ...sizes, freeBytes };
    return { from, to, testMode, ...people, inboxes, jobs: queue, storage };
  });
}

async function readPeople(db: Database, range: { from: string; to: string; thisWeek: string }) {
  const { from } = range;
  const end = addDays(range.to, 6);
  const [weekly, standing, earlier, fear, flights, addedUpAt, recurring] = await Promise.all([
    reads.listWeeklyEventTotals(db, from, end),
    reads.listWeeklyStandingCounts(db, from, end),
    reads.listLastPeopleCountsBefore(db, from),
    reads.listFearSumsByAreaBeforeAndAfter(db, from, end),
    reads.listFlightCountsByWeek(db),
    findTotalCountedUntil(db, 'standing'),
    readRecurringRevenue(db),
  ]);
  return {
    recurring,
    addedUpAt: addedUpAt?.toISOString() ?? null,
    weeks: toWeeklyFigures(range, { weekly, standing, earlier }),
    cohorts: toCohorts(range, weekly),
    funnel: toFunnel(range, weekly),
    fear: toFearMeansBeforeAndAfter(fear),
    flights: toFlightsByWeek(flights),
  };
}
