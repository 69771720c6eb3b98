import { countDaysBetween, getWallClock } from './flight-date.ts';

export type ReminderKind = 'practice' | 'pack' | 'evening';
export const REMINDER_CHANNELS = ['push', 'email'] as const;

/** After so many unopened reminders in a row none is sent until the person asks for them again. */
export const MAX_UNOPENED_REMINDERS_IN_A_ROW = 3;

/** What a person wants to be reminded of, and at which hour in `timeZone`. */
export interface ReminderPreferences {
  hour: number;
  timeZone: string;
  practice: boolean;
  pack: boolean;
  evening: boolean;
}

/** Earliest hour of the reminder on the evening before a flight; a later wished hour moves it back. */
export const EVENING_REMINDER_HOUR = 18;
/** So many days before the flight, what is missing from its pack can still be fetched at leisure. */
const PACK_DAYS = 2;
const QUARTER_MS = 900_000;

const getEveningHour = ({ hour }: ReminderPreferences) => Math.max(hour, EVENING_REMINDER_HOUR);

/**
 * Returns the first instant after `after` at which a reminder may be due: at the wished hour sharp, or at that of the
 * evening before a flight, in `wishes.timeZone`. Whether one is due then is decided by chooseReminderKind.
 */
export function computeNextReminderTime(wishes: ReminderPreferences, after: Date): Date {
  const hours = new Set([wishes.hour, ...(wishes.evening ? [getEveningHour(wishes)] : [])]);
  const start = Math.floor(after.getTime() / QUARTER_MS + 1) * QUARTER_MS;
  // By quarters of an hour, because some zones differ from others by them. A night may leave an hour out: then the next day's.
  for (let ms = start; ; ms += QUARTER_MS) {
    const { hour, minute } = getWallClock(wishes.timeZone, new Date(ms));
    if (minute === 0 && hours.has(hour)) return new Date(ms);
  }
}

/**
 * Chooses the one reminder due at the instant `at`, read in `wishes.timeZone`; null when none is. Before a flight:
 * `evening` the day before, at 18:00 or the wished hour if later; else, at the wished hour, `pack` two days before.
 * Otherwise, at that hour, `practice`, unless they have practised that day.
 */
export function chooseReminderKind(
  wishes: ReminderPreferences,
  at: Date,
  { flights, hasPractised }: { flights: readonly { departsOn: string }[]; hasPractised: boolean },
): ReminderKind | null {
  const { date, hour } = getWallClock(wishes.timeZone, at);
  const departsIn = (days: number) =>
    flights.some(({ departsOn }) => countDaysBetween(date, departsOn) === days);
  if (wishes.evening && hour === getEveningHour(wishes) && departsIn(1)) return 'evening';
  if (hour !== wishes.hour) return null;
  if (wishes.pack && departsIn(PACK_DAYS)) return 'pack';
  return wishes.practice && !hasPractised ? 'practice' : null;
}
