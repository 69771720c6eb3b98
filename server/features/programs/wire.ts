import type { Lesson, ProgramSummary } from '#shared/contract/programs.ts';
import {
  computeProgramProgress,
  type ProgramProgress,
  type ProgramEvent,
  computeProgramStanding,
} from '#shared/rules/program-progress.ts';
import { classifyExposureOutcome, type ExposureOutcome } from '#shared/rules/lesson-dose.ts';
import { listCurrentRunSelfRatings } from '#shared/rules/self-ratings.ts';
import type { listPublishedPrograms, OwnDataForOneProgram } from './reads.ts';

type PublishedProgram = Awaited<ReturnType<typeof listPublishedPrograms>>[number];

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

/** Returns what came of the latest run through each session, by its id; empty without the consent to health data. */
function mapOutcomes({ consent, selfRatings }: OwnDataForOneProgram): Map<string, ExposureOutcome> {
  const given = consent ? Map.groupBy(selfRatings, ({ contentId }) => contentId) : [];
  return new Map(
    [...given].map(([contentId, own]) => {
      const all = own.map((one) => ({ ...one, ratedAt: one.ratedAt.toISOString() }));
      return [contentId, classifyExposureOutcome(listCurrentRunSelfRatings(all, Infinity))];
    }),
  );
}

/** Converts a program's lessons to the form of the API, with what the person did in them. */
export function toLessons(
  { lessons }: PublishedProgram,
  progress: ProgramProgress,
  own: OwnDataForOneProgram,
): Lesson[] {
  const outcomes = mapOutcomes(own);
  return lessons.map((lesson) => ({
    ...toLesson(lesson, progress),
    outcome: outcomes.get(lesson.contentId) ?? null,
    practised: own.completed.has(lesson.contentId),
  }));
}

function toLesson(
  lesson: PublishedProgram['lessons'][number],
  progress: ProgramProgress,
): Omit<Lesson, 'outcome' | 'practised'> {
  const { id, contentId, title, introduction, task, kind, situations, durationMs, addedAt, dose } =
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
    runs: [...(own?.runs ?? [])],
    dose,
    taskTickedAt: own?.task?.tickedAt ?? null,
    note: own?.task?.note ?? null,
  };
}
