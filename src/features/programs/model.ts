import type { Lesson, ProgramDetail } from '#shared/contract/programs.ts';
import {
  foldProgram,
  type FoldedProgram,
  type ProgramEvent,
  programStanding,
} from '#shared/rules/program-progress.ts';

/** What is known of a program, as the log it came from. */
function logOf({ standing, lessons }: ProgramDetail): ProgramEvent[] {
  const events: ProgramEvent[] = [];
  if (standing.startedAt !== null)
    events.push({ id: 'started', type: 'started', at: standing.startedAt });
  for (const { id, completedAt, taskTickedAt, note } of lessons) {
    if (completedAt !== null)
      events.push({ id: `done-${id}`, type: 'lesson_completed', lessonId: id, at: completedAt });
    if (taskTickedAt !== null)
      events.push({ id: `task-${id}`, type: 'task_ticked', lessonId: id, at: taskTickedAt, note });
  }
  return events;
}

function lessonAfter(lesson: Lesson, { lessons }: FoldedProgram): Lesson {
  const own = lessons.get(lesson.id);
  return {
    ...lesson,
    completedAt: own?.completedAt ?? null,
    taskTickedAt: own?.task?.tickedAt ?? null,
    note: own?.task?.note ?? null,
  };
}

/** The program as it is once the server has this event, so that it is shown at once and offline. */
export function afterEvent(program: ProgramDetail, event: ProgramEvent): ProgramDetail {
  const folded = foldProgram([...logOf(program), event]);
  const lessons = program.lessons.map((lesson) => lessonAfter(lesson, folded));
  return { ...program, lessons, standing: programStanding(lessons, folded) };
}

/** The program and lesson a session was opened from, by the address of its page; null when from neither. */
export function lessonOf(search: string): { programId: string; lessonId: string } | null {
  const query = new URLSearchParams(search);
  const programId = query.get('program');
  const lessonId = query.get('lesson');
  return programId && lessonId ? { programId, lessonId } : null;
}

/** A point of the course, in the drawing's own units. */
export interface Waypoint {
  x: number;
  y: number;
}

const WIDTH = 320;
const MARGIN = 10;
const GROUND = 46;
const CRUISE = 12;

/** How high a flight is at a part of its way, 0 to 1: it climbs, stays up, and comes down more slowly. */
function height(part: number): number {
  const smooth = (share: number) => {
    const s = Math.min(1, Math.max(0, share));
    return s * s * (3 - 2 * s);
  };
  return smooth(part / 0.28) * smooth((1 - part) / 0.36);
}

const pointAt = (part: number): Waypoint => ({
  x: MARGIN + (WIDTH - 2 * MARGIN) * part,
  y: GROUND - (GROUND - CRUISE) * height(part),
});

/** The course of a program of `count` lessons as a flight: where each lesson lies on it, and its line as a path. */
export function flightCourse(count: number): { points: Waypoint[]; line: (to: number) => string } {
  const partOf = (index: number) => (count < 2 ? 0.5 : index / (count - 1));
  return {
    points: Array.from({ length: count }, (_, index) => pointAt(partOf(index))),
    line: (to) =>
      Array.from({ length: 65 }, (_, step) => pointAt((step / 64) * to))
        .map(({ x, y }, step) => `${step ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
        .join(''),
  };
}
