import { daysBetween, getWallClock } from './flight-date.ts';

/** What somebody may be reminded of. */
export type ReminderKind = 'practice' | 'pack' | 'evening';
export const REMINDER_CHANNELS = ['push', 'email'] as const;

/** After so many that were not opened, nothing more comes until the person asks for it again. */
export const MOST_UNOPENED = 3;

/** What somebody wants to be reminded of, and at which hour of their own clock. */
export interface ReminderWishes {
  /** 0 to 23. */
  hour: number;
  timeZone: string;
  practice: boolean;
  pack: boolean;
  evening: boolean;
}

/** The evening before a flight begins at this hour; whoever chose an earlier one is reminded of the flight then. */
const EVENING_HOUR = 18;
/** So many days before the flight, what is missing from its pack can still be fetched at leisure. */
const PACK_DAYS = 2;
const QUARTER_MS = 900_000;

const getEveningHour = ({ hour }: ReminderWishes) => Math.max(hour, EVENING_HOUR);

/** Returns the next moment after `after` at which there may be something to remind of: an hour chosen, in its zone. */
export function findNextMoment(wishes: ReminderWishes, after: Date): Date {
  const hours = new Set([wishes.hour, ...(wishes.evening ? [getEveningHour(wishes)] : [])]);
  const start = Math.floor(after.getTime() / QUARTER_MS + 1) * QUARTER_MS;
  // By quarters of an hour, because some zones differ from others by them. A night may leave an hour out: then the next day's.
  for (let ms = start; ; ms += QUARTER_MS) {
    const { hour, minute } = getWallClock(wishes.timeZone, new Date(ms));
    if (minute === 0 && hours.has(hour)) return new Date(ms);
  }
}

/**
 * Chooses what to remind somebody of at a moment of theirs; null when there is nothing. One at a time: the flight goes
 * before practising, and whoever has practised that day is not reminded to.
 */
export function chooseReminder(
  wishes: ReminderWishes,
  at: Date,
  { flights, hasPractised }: { flights: readonly { departsOn: string }[]; hasPractised: boolean },
): ReminderKind | null {
  const { date, hour } = getWallClock(wishes.timeZone, at);
  const departsIn = (days: number) =>
    flights.some(({ departsOn }) => daysBetween(date, departsOn) === days);
  if (wishes.evening && hour === getEveningHour(wishes) && departsIn(1)) return 'evening';
  if (hour !== wishes.hour) return null;
  if (wishes.pack && departsIn(PACK_DAYS)) return 'pack';
  return wishes.practice && !hasPractised ? 'practice' : null;
}
