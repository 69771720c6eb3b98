import { addDays } from './flight-date.ts';

/** Returns the day of an instant in UTC, `YYYY-MM-DD`. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns the Monday of the week of a day. */
export function findMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Lists the Mondays of the weeks from one to another, both included. */
export function listWeeks(from: string, to: string): string[] {
  const weeks: string[] = [];
  for (let week = findMonday(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}
