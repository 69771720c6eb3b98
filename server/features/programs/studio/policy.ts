import type { ProgramEffects } from '#shared/contract/admin-programs.ts';
import {
  computeProgramStanding,
  computeProgramProgress,
  type ProgramEvent,
  type ShownLesson,
} from '#shared/rules/program-progress.ts';

interface LessonPlace extends ShownLesson {
  contentId: string;
  isShown: boolean;
}

/**
 * Computes the lessons that a program would have if an admin saved it with these sessions in this order; lessons that
 * it has or once had keep their ids. Restored lessons count as added `now`.
 */
export function computeLessonsAfterSave(
  places: readonly LessonPlace[],
  contentIds: readonly string[],
  now: string,
): ShownLesson[] {
  return contentIds.map((contentId) => {
    const place = places.find((one) => one.contentId === contentId);
    // A restored lesson is new for people who completed the program without it.
    return { id: place?.id ?? contentId, addedAt: place?.isShown ? place.addedAt : now };
  });
}

/**
 * Counts whom a change of a program's lessons would affect: how many people are under way in it and have completed it,
 * now and after the change, and how many would lose a completed lesson. `byPerson` has the events of each person.
 */
export function countAffectedPeople(
  byPerson: Iterable<readonly ProgramEvent[]>,
  shown: readonly ShownLesson[],
  planned: readonly ShownLesson[],
): ProgramEffects {
  const going = new Set(shown.map(({ id }) => id));
  for (const { id } of planned) going.delete(id);
  const effects: ProgramEffects = {
    now: { underWay: 0, completed: 0 },
    after: { underWay: 0, completed: 0 },
    losingDone: 0,
  };
  for (const events of byPerson) {
    const progress = computeProgramProgress(events);
    for (const [when, lessons] of [
      ['now', shown],
      ['after', planned],
    ] as const) {
      const { state } = computeProgramStanding(lessons, progress);
      if (state === 'completed') effects[when].completed += 1;
      else if (state === 'under_way') effects[when].underWay += 1;
    }
    if ([...going].some((id) => progress.lessons.get(id)?.completedAt)) effects.losingDone += 1;
  }
  return effects;
}
