import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import type { CalendarEvent } from '#shared/rules/calendar.ts';
import { departureOf } from '#shared/rules/flights.ts';
import { dateInWords, durationMinutes } from '#web/lib/format.ts';

/** The minutes a day that may be chosen; the server takes any from 5 to 60. */
export const MINUTES_A_DAY = [5, 10, 15, 20, 30, 45, 60] as const;

/** How many days are shown before all are asked for. */
export const DAYS_SHOWN = 10;

/** Days one after the other that are made for the same thing. */
export interface StageOfPlan {
  stage: PlannedDay['stage'];
  days: readonly PlannedDay[];
}

/** The plan in its parts: exposure, skills, the last day, the flight. */
export function stagesOf(days: readonly PlannedDay[]): StageOfPlan[] {
  const stages: { stage: PlannedDay['stage']; days: PlannedDay[] }[] = [];
  for (const day of days) {
    const last = stages.at(-1);
    if (last?.stage === day.stage) last.days.push(day);
    else stages.push({ stage: day.stage, days: [day] });
  }
  return stages;
}

type Contents = ReadonlyMap<string, Plan['contents'][number]>;

/** The sessions that the days name, by their id. */
export function contentsOf({ contents }: Plan): Contents {
  return new Map(contents.map((content) => [content.id, content]));
}

/** What a day asks for in minutes; of today only what is still to come. */
export function minutesOf({ sessions }: PlannedDay, contents: Contents): number {
  return sessions
    .filter(({ done }) => !done)
    .reduce((sum, { id }) => sum + durationMinutes(contents.get(id)?.durationMs ?? 0), 0);
}

/** Whether even short sessions take longer than the minutes the person has, so that it is said. */
export function isTight(plan: Plan): boolean {
  const contents = contentsOf(plan);
  return plan.days.slice(0, 2).some((day) => minutesOf(day, contents) > plan.dailyMinutes);
}

/** A day of the plan in words, such as `Friday 4 December`, without the year that goes without saying. */
export function dayInWords(date: string, language: string): string {
  return dateInWords(new Date(`${date}T00:00:00Z`), language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}

/** What a calendar says; how much time, and nothing of what is feared. */
export interface CalendarWords {
  practice: (minutes: number) => string;
  practiceNote: string;
  flight: string;
  flightNote: string;
}

/** A reminder on the evening before, where only the day of the flight is known. */
const EVENING_BEFORE_MINUTES = 6 * 60;
const DAY_MINUTES = 24 * 60;

/**
 * The plan as events: a practice each day at the time the person likes, and the flight. The day of the
 * flight holds the flight alone. Titles of sessions stay out, because they name what somebody fears.
 */
export function calendarEvents({
  plan,
  time,
  owner,
  origin,
  words,
}: {
  plan: Plan;
  /** `HH:MM`, by whatever clock is around the person. */
  time: string;
  /** What makes the days of this person other than those of another. */
  owner: string;
  /** Where the app is, such as `https://envol.example`. */
  origin: string;
  words: CalendarWords;
}): CalendarEvent[] {
  const { host } = new URL(origin);
  const contents = contentsOf(plan);
  const url = `${origin}/plan`;
  const practices = plan.days
    .map((day) => ({ day, minutes: minutesOf(day, contents) }))
    .filter(({ day, minutes }) => minutes > 0 && day.stage !== 'flight_day')
    .map(({ day: { date }, minutes }) => ({
      uid: `${date}.${owner}@${host}`,
      summary: words.practice(minutes),
      description: `${words.practiceNote}\n${url}`,
      url,
      start: { date, time },
      minutes,
      busy: false,
      remindMinutes: 10,
    }));
  const { flight } = plan;
  if (!flight) return practices;
  const timed = flight.departsAt !== null;
  return [
    ...practices,
    {
      uid: `flight.${flight.id}@${host}`,
      summary: words.flight,
      description: `${words.flightNote}\n${url}`,
      url,
      start: timed ? { at: departureOf(flight) } : { date: flight.departsOn },
      minutes: 0,
      busy: true,
      remindMinutes: timed ? DAY_MINUTES : EVENING_BEFORE_MINUTES,
    },
  ];
}
