import type { Flight } from '#shared/contract/flights.ts';
import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import type { CalendarEvent } from '#shared/rules/calendar.ts';
import { getDepartureInstant } from '#shared/rules/flights.ts';
import { formatDateInSentence, roundToMinutes } from '#web/lib/format.ts';

/** The choices for minutes a day; the server accepts any from 5 to 60. */
export const MINUTES_A_DAY_CHOICES = [5, 10, 15, 20, 30, 45, 60] as const;

/** How many days are shown before "Show all"; a few more are shown at once, as hiding those saves nothing. */
const DAYS_SHOWN = 10;
const FEW_DAYS = 4;

/** Returns how many of the plan's `days` are shown at first. */
export const countDaysShownAtFirst = (days: number): number =>
  days <= DAYS_SHOWN + FEW_DAYS ? days : DAYS_SHOWN;

export interface PlanStageDays {
  stage: PlannedDay['stage'];
  days: readonly PlannedDay[];
}

/** Groups consecutive days of the same stage, in their order. */
export function groupByStage(days: readonly PlannedDay[]): PlanStageDays[] {
  const stages: { stage: PlannedDay['stage']; days: PlannedDay[] }[] = [];
  for (const day of days) {
    const last = stages.at(-1);
    if (last?.stage === day.stage) last.days.push(day);
    else stages.push({ stage: day.stage, days: [day] });
  }
  return stages;
}

type Stage = PlannedDay['stage'];

/** Returns whether a stage is the day before the flight or its day. */
export const isFinalStage = (stage: Stage): stage is 'last_day' | 'flight_day' =>
  stage === 'last_day' || stage === 'flight_day';

/**
 * Returns whether the person has completed every session of these days of the plan; false when the days have no
 * session.
 */
export function isEverySessionCompleted(days: readonly PlannedDay[]): boolean {
  const sessions = days.flatMap((day) => day.sessions);
  return sessions.length > 0 && sessions.every(({ heard }) => heard);
}

type Contents = ReadonlyMap<string, Plan['contents'][number]>;

/** Indexes the plan's sessions by id. */
export function indexSessionsById({ contents }: Plan): Contents {
  return new Map(contents.map((content) => [content.id, content]));
}

/** Finds the first session of the plan's first day that is still to do. */
export function findNextSessionToday({
  days,
  contents,
}: Plan): Plan['contents'][number] | undefined {
  const next = days[0]?.sessions.find(({ done }) => !done);
  return next && contents.find(({ id }) => id === next.id);
}

/** Sums the minutes of the sessions planned for a day, each rounded by itself, without those already done today. */
export function sumRemainingMinutes({ sessions }: PlannedDay, contents: Contents): number {
  return sessions
    .filter(({ done }) => !done)
    .reduce((sum, { id }) => sum + roundToMinutes(contents.get(id)?.durationMs ?? 0), 0);
}

/** Returns the minutes of the plan's longest day, where it takes longer than the minutes that the person chose; otherwise null. */
export function findLongestDayMinutesOverLimit(plan: Plan): number | null {
  if (plan.dailyMinutes === null) return null;
  const contents = indexSessionsById(plan);
  const most = Math.max(0, ...plan.days.map((day) => sumRemainingMinutes(day, contents)));
  return most > plan.dailyMinutes ? most : null;
}

/** Formats a civil date, such as `Friday 4 December`, without the year. */
export function formatCivilDateWithoutYear(date: string, language: string): string {
  return formatDateInSentence(new Date(`${date}T00:00:00Z`), language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}

/** The texts of the calendar's events; they never name a fear. */
export interface CalendarTexts {
  practice: (minutes: number) => string;
  practiceNote: string;
  flight: (flight: Flight) => string;
  flightNote: string;
}

/** Reminder on the evening before, where only the date of the flight is known. */
const EVENING_BEFORE_MINUTES = 6 * 60;
const DAY_MINUTES = 24 * 60;

/**
 * Builds calendar events: a practice on each day of the plan that has minutes left, except the flight's day, and each
 * flight. Practices have a reminder 10 minutes before, flights on the day before. Session titles are left out, because
 * they reveal fears.
 */
export function buildCalendarEvents({
  plan,
  flights,
  time,
  owner,
  origin,
  texts,
}: {
  plan: Plan;
  /** The flights to come, the return among them. */
  flights: readonly Flight[];
  /** `HH:MM`, in floating local time. */
  time: string;
  /** The person's id, which makes the events' UIDs unique. */
  owner: string;
  /** The app's origin, such as `https://envol.example`. */
  origin: string;
  texts: CalendarTexts;
}): CalendarEvent[] {
  const { host } = new URL(origin);
  const contents = indexSessionsById(plan);
  const url = `${origin}/plan`;
  const practices = plan.days
    .map((day) => ({ day, minutes: sumRemainingMinutes(day, contents) }))
    .filter(({ day, minutes }) => minutes > 0 && day.stage !== 'flight_day')
    .map(({ day: { date }, minutes }) => ({
      uid: `${date}.${owner}@${host}`,
      summary: texts.practice(minutes),
      description: `${texts.practiceNote}\n${url}`,
      url,
      start: { date, time },
      minutes,
      busy: false,
      remindMinutes: 10,
    }));
  const flown = flights.map((flight) => {
    const timed = flight.departsAt !== null;
    return {
      uid: `flight.${flight.id}@${host}`,
      summary: texts.flight(flight),
      description: `${texts.flightNote}\n${url}`,
      url,
      start: timed ? { at: getDepartureInstant(flight) } : { date: flight.departsOn },
      minutes: 0,
      busy: true,
      remindMinutes: timed ? DAY_MINUTES : EVENING_BEFORE_MINUTES,
    };
  });
  return [...practices, ...flown];
}
