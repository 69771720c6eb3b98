import { getWallClock } from './flight-date.ts';

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/** Converts an hour (0–23) to a part of the day: morning from 5, afternoon from 12, evening from 18, night from 22. */
export function toPartOfDay(hour: number): PartOfDay {
  if (hour < 5 || hour >= 22) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** Returns the part of the day in the person’s time zone. Throws RangeError on an unknown zone. */
export function getPartOfDay(timeZone: string, now: Date): PartOfDay {
  return toPartOfDay(getWallClock(timeZone, now).hour);
}
