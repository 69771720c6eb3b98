import type { ContentDetail } from '#shared/contract/contents.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import type { SleepChoice } from '#web/features/player/engine/sleep-timer.ts';
import { paths } from '#web/lib/paths.ts';

type Kind = ContentDetail['kind'];

/** A session that may be played next: its id, and the address of its page. */
export interface NextSession {
  id: string;
  href: string;
}

/** With less than this left on the sleep timer nothing more begins, in milliseconds. */
const MIN_LEFT_MS = 30_000;

/**
 * Returns whether the next session is to play when one ends: while a sleep timer set in minutes has at least 30 s left,
 * or, without a timer, where the day's sessions are to play on (`playsDay`).
 */
export function isNextSessionToPlay(
  choice: SleepChoice,
  leftMs: number | null,
  playsDay: boolean,
): boolean {
  if (choice === null) return playsDay;
  return choice !== 'end' && (leftMs ?? 0) >= MIN_LEFT_MS;
}

/**
 * Returns whether a session of one kind may be played next unasked: never Load, which meets people with their fears,
 * after Flow.
 */
const mayComeNext = (kind: Kind, before: Kind | undefined) => kind === 'flow' || before === 'load';

/**
 * Lists, in order, the sessions that may be played automatically after a lesson of a program; empty without that
 * lesson. No Load (exposure) session follows a Flow (relaxation) session.
 */
export function listSessionsAfterLesson(program: ProgramDetail, lessonId: string): NextSession[] {
  const index = program.lessons.findIndex(({ id }) => id === lessonId);
  if (index < 0) return [];
  return program.lessons
    .slice(index + 1)
    .filter(({ kind }) => mayComeNext(kind, program.lessons[index]?.kind))
    .map(({ id, contentId }) => ({
      id: contentId,
      href: paths.content(contentId, { program: program.id, lesson: id }),
    }));
}

/** Returns the day of the plan on which a session is, or the first one, which is today. */
function listDayOfSession({ days }: Plan, contentId: string): Plan['days'] {
  const day = days.find(({ sessions }) => sessions.some(({ id }) => id === contentId)) ?? days[0];
  return day ? [day] : [];
}

/**
 * Lists the sessions of the plan that may be played automatically after a session, each once: those planned after it,
 * or all where it is not planned; with `withinDay` only those of its day, which is today where it is not planned. No Load
 * (exposure) session follows a Flow (relaxation) session.
 */
export function listSessionsAfterPlanned(
  plan: Plan,
  session: Pick<ContentDetail, 'id' | 'kind'>,
  withinDay = false,
): NextSession[] {
  const days = withinDay ? listDayOfSession(plan, session.id) : plan.days;
  const planned = days.flatMap(({ sessions }) => sessions.map(({ id }) => id));
  const fitting = plan.contents.filter(({ kind }) => mayComeNext(kind, session.kind));
  const fits = new Set(fitting.map(({ id }) => id));
  const after = planned.slice(planned.indexOf(session.id) + 1);
  return [...new Set(after)]
    .filter((id) => id !== session.id && fits.has(id))
    .map((id) => ({ id, href: paths.content(id) }));
}
