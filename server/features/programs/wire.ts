import type { Lesson, ProgramSummary } from '#shared/contract/programs.ts';
import {
  foldProgram,
  type FoldedProgram,
  type ProgramEvent,
  programStanding,
} from '#shared/rules/program-progress.ts';
import type { listLessons, listPrograms } from './reads.ts';

type ProgramRow = Awaited<ReturnType<typeof listPrograms>>[number];
type LessonRow = Awaited<ReturnType<typeof listLessons>>[number];

const onShow = ({ id, addedAt }: LessonRow) => ({ id, addedAt: addedAt.toISOString() });

/** Where somebody stands among these lessons, by what they did. */
export function standingOf(lessons: LessonRow[], events: ProgramEvent[]) {
  return programStanding(lessons.map(onShow), foldProgram(events));
}

/** A program as the list carries it. */
export function toSummary(
  program: ProgramRow,
  lessons: LessonRow[],
  events: ProgramEvent[],
): ProgramSummary {
  const { id, slug, language, title, summary } = program;
  const folded = foldProgram(events);
  return {
    id,
    slug,
    language,
    title,
    summary,
    sessions: lessons.map(({ contentId, kind, ...lesson }) => ({
      contentId,
      kind,
      completed: folded.lessons.get(lesson.id)?.completedAt != null,
    })),
    durationMs: lessons.reduce((sum, lesson) => sum + lesson.durationMs, 0),
    standing: programStanding(lessons.map(onShow), folded),
  };
}

/** A lesson with what the person did with it. */
export function toLesson(lesson: LessonRow, folded: FoldedProgram): Lesson {
  const { id, contentId, title, introduction, task, kind, durationMs, addedAt } = lesson;
  const own = folded.lessons.get(id);
  return {
    id,
    contentId,
    title,
    introduction,
    task,
    kind,
    durationMs,
    addedAt: addedAt.toISOString(),
    completedAt: own?.completedAt ?? null,
    taskTickedAt: own?.task?.tickedAt ?? null,
    note: own?.task?.note ?? null,
  };
}
