import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import type { listFirstLessonCompletions } from './reads.ts';

/** Converts stored completions of lessons to program events, grouped into one list for each person. */
export function groupCompletionsByPerson(
  rows: Awaited<ReturnType<typeof listFirstLessonCompletions>>,
): ProgramEvent[][] {
  const byPerson = Map.groupBy(rows, ({ userId }) => userId);
  return [...byPerson.values()].map((own) =>
    own.flatMap(({ lessonId, at }): ProgramEvent[] => {
      if (!at) return [];
      const event = { id: '', at: at.toISOString() };
      return [
        lessonId === null
          ? { ...event, type: 'started' }
          : { ...event, type: 'lesson_completed', lessonId },
      ];
    }),
  );
}
