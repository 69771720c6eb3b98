import { toUtcCivilDate } from '#shared/rules/week.ts';

/** A write that began before midnight is stored by then. */
const SETTLED_MS = 60_000;

/** Returns until when (excluded) days are counted whole: the beginning of the day in UTC, from a minute after midnight on. */
export const getEndOfCountedDays = (now: Date): Date =>
  new Date(`${toUtcCivilDate(new Date(now.getTime() - SETTLED_MS))}T00:00:00Z`);

/** Returns the last day (UTC) that is counted where figures are added up until an instant; null before the first time. */
export const findLastCountedDay = (until: Date | null): string | null =>
  until && toUtcCivilDate(new Date(until.getTime() - 1));
