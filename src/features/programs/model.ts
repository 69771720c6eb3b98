import type { Lesson, ProgramDetail, ProgramSummary } from '#shared/contract/programs.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import {
  computeProgramProgress,
  type ProgramProgress,
  type ProgramEvent,
  computeProgramStanding,
} from '#shared/rules/program-progress.ts';

/** Rebuilds the event log that a program's state came from. */
function toEventLog({ standing, lessons }: ProgramDetail): ProgramEvent[] {
  const events: ProgramEvent[] = [];
  if (standing.startedAt !== null)
    events.push({ id: 'started', type: 'started', at: standing.startedAt });
  for (const { id, runs, taskTickedAt, note } of lessons) {
    for (const at of runs)
      events.push({ id: `done-${id}-${at}`, type: 'lesson_completed', lessonId: id, at });
    if (taskTickedAt !== null)
      events.push({ id: `task-${id}`, type: 'task_ticked', lessonId: id, at: taskTickedAt, note });
  }
  return events;
}

function applyToLesson(lesson: Lesson, { lessons }: ProgramProgress): Lesson {
  const own = lessons.get(lesson.id);
  return {
    ...lesson,
    completedAt: own?.completedAt ?? null,
    runs: [...(own?.runs ?? [])],
    taskTickedAt: own?.task?.tickedAt ?? null,
    note: own?.task?.note ?? null,
  };
}

/**
 * Returns a program after something the person did in it (an event), computed as the server does, so that it shows at
 * once and offline.
 */
export function applyProgramEvent(program: ProgramDetail, event: ProgramEvent): ProgramDetail {
  const folded = computeProgramProgress([...toEventLog(program), event]);
  const lessons = program.lessons.map((lesson) => applyToLesson(lesson, folded));
  return { ...program, lessons, standing: computeProgramStanding(lessons, folded) };
}

/** What a program is chosen by. */
type Choosable = Pick<ProgramSummary, 'areas' | 'sessions'>;

/**
 * Finds the program for a fear area: one made for it, else the one with the largest share of lessons about it; null
 * when there is neither. Programs made for no area are for people without fear and never chosen.
 */
export function findProgramForArea<Program extends Choosable>(
  programs: readonly Program[],
  area: FearArea,
  sessions: readonly { id: string; areas: readonly FearArea[] }[],
): Program | null {
  const areasOf = new Map(sessions.map(({ id, areas }) => [id, areas]));
  const [best] = programs
    .filter(({ areas }) => areas.length > 0)
    .map((program) => ({
      program,
      made: program.areas.includes(area) ? 1 : 0,
      share: computeAreaShare(program, area, areasOf),
    }))
    .filter(({ made, share }) => made + share > 0)
    .toSorted((a, b) => b.made - a.made || b.share - a.share);
  return best?.program ?? null;
}

/** Returns the share of a program's lessons about an area, from 0 to 1; one that only touches it counts half. */
function computeAreaShare(
  { sessions }: Choosable,
  area: FearArea,
  areasOf: ReadonlyMap<string, readonly FearArea[]>,
): number {
  const weights = sessions.map(({ contentId }): number => {
    const place = areasOf.get(contentId)?.indexOf(area) ?? -1;
    if (place < 0) return 0;
    return place === 0 ? 1 : 0.5;
  });
  return weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
}

/**
 * Parses from the URL's query the program and lesson that a session was opened from; null unless both are given. The
 * ids are not validated.
 */
export function parseOriginLesson(search: string): { programId: string; lessonId: string } | null {
  const query = new URLSearchParams(search);
  const programId = query.get('program');
  const lessonId = query.get('lesson');
  return programId && lessonId ? { programId, lessonId } : null;
}

export interface FlightPathPoint {
  x: number;
  y: number;
}

const WIDTH = 320;
const MARGIN = 10;
const GROUND = 46;
const CRUISE = 12;

/** Computes the altitude at a fraction, 0 to 1, of the path: a climb, a cruise and a slower descent. */
function computeAltitude(part: number): number {
  const smooth = (share: number) => {
    const s = Math.min(1, Math.max(0, share));
    return s * s * (3 - 2 * s);
  };
  return smooth(part / 0.28) * smooth((1 - part) / 0.36);
}

const getWaypoint = (part: number): FlightPathPoint => ({
  x: MARGIN + (WIDTH - 2 * MARGIN) * part,
  y: GROUND - (GROUND - CRUISE) * computeAltitude(part),
});

/**
 * Computes the drawing of a program of `count` lessons as a flight path: the point of each lesson, and `line`, which
 * returns the SVG path up to a fraction from 0 to 1.
 */
export function computeProgramFlightPath(count: number): {
  points: FlightPathPoint[];
  line: (to: number) => string;
} {
  const getFraction = (index: number) => (count < 2 ? 0.5 : index / (count - 1));
  return {
    points: Array.from({ length: count }, (_, index) => getWaypoint(getFraction(index))),
    line: (to) =>
      Array.from({ length: 65 }, (_, step) => getWaypoint((step / 64) * to))
        .map(({ x, y }, step) => `${step ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
        .join(''),
  };
}
