import type { Lesson, ProgramSummary } from '#shared/contract/programs.ts';
import {
  computeProgramProgress,
  type ProgramProgress,
  type ProgramEvent,
  computeProgramStanding,
} from '#shared/rules/program-progress.ts';
import type { loadPrograms } from './reads.ts';

type PublishedProgram = Awaited<ReturnType<typeof loadPrograms>>[number];

/** Converts a program to the form for the list, with the person's progress from their events. */
export function toProgramSummary(
  program: PublishedProgram,
  events: ProgramEvent[],
): ProgramSummary {
  const { id, slug, areas, language, title, summary, lessons } = program;
  const progress = computeProgramProgress(events);
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
      completed: progress.lessons.get(lesson.id)?.completedAt != null,
    })),
    durationMs: lessons.reduce((sum, lesson) => sum + lesson.durationMs, 0),
    standing: computeProgramStanding(lessons, progress),
  };
}

/** Converts a lesson to the form of the API, with the person's progress in it. */
export function toLesson(
  lesson: PublishedProgram['lessons'][number],
  progress: ProgramProgress,
): Lesson {
  const { id, contentId, title, introduction, task, kind, situations, durationMs, addedAt } =
    lesson;
  const own = progress.lessons.get(id);
  return {
    id,
    contentId,
    title,
    introduction,
    task,
    kind,
    situations,
    durationMs,
    addedAt,
    completedAt: own?.completedAt ?? null,
    taskTickedAt: own?.task?.tickedAt ?? null,
    note: own?.task?.note ?? null,
  };
}
