import type { Lesson, ProgramSummary } from '#shared/contract/programs.ts';
import {
  foldProgram,
  type FoldedProgram,
  type ProgramEvent,
  computeProgramStanding,
} from '#shared/rules/program-progress.ts';
import type { listLessons, listPrograms } from './reads.ts';

type ProgramRow = Awaited<ReturnType<typeof listPrograms>>[number];
type LessonRow = Awaited<ReturnType<typeof listLessons>>[number];

const toShownLesson = ({ id, addedAt }: LessonRow) => ({ id, addedAt: addedAt.toISOString() });

/** Computes a person's progress through these lessons from their events. */
export function computeStanding(lessons: LessonRow[], events: ProgramEvent[]) {
  return computeProgramStanding(lessons.map(toShownLesson), foldProgram(events));
}

/** Returns a program in the form of the list, with the person's progress. */
export function toSummary(
  program: ProgramRow,
  lessons: LessonRow[],
  events: ProgramEvent[],
): ProgramSummary {
  const { id, slug, areas, language, title, summary } = program;
  const folded = foldProgram(events);
  return {
    id,
    slug,
    areas,
    language,
    title,
    summary,
    sessions: lessons.map(({ contentId, kind, situations, ...lesson }) => ({
      contentId,
      kind,
      situations,
      completed: folded.lessons.get(lesson.id)?.completedAt != null,
    })),
    durationMs: lessons.reduce((sum, lesson) => sum + lesson.durationMs, 0),
    standing: computeProgramStanding(lessons.map(toShownLesson), folded),
  };
}

/** Returns a lesson with the person's progress in it. */
export function toLesson(lesson: LessonRow, folded: FoldedProgram): Lesson {
  const { id, contentId, title, introduction, task, kind, situations, durationMs, addedAt } =
    lesson;
  const own = folded.lessons.get(id);
  return {
    id,
    contentId,
    title,
    introduction,
    task,
    kind,
    situations,
    durationMs,
    addedAt: addedAt.toISOString(),
    completedAt: own?.completedAt ?? null,
    taskTickedAt: own?.task?.tickedAt ?? null,
    note: own?.task?.note ?? null,
  };
}
