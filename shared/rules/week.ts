import { addDays } from './flight-date.ts';

/** Returns the date of an instant in UTC, `YYYY-MM-DD`. */
export const toUtcCivilDate = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns the Monday of the week in which a date lies (`YYYY-MM-DD`); a Monday returns itself. */
export function getMondayOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Lists the Mondays of the weeks from that of `from` to that of `to`, both included (`YYYY-MM-DD`). */
export function listMondays(from: string, to: string): string[] {
  const weeks: string[] = [];
  for (let week = getMondayOfWeek(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}
