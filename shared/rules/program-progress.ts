/** An action of a person in a program; `id` is made by the device. Instants are ISO 8601 in UTC. */
export type ProgramEvent = { id: string; at: string } & (
  | { type: 'started' }
  | { type: 'lesson_completed'; lessonId: string }
  | { type: 'task_ticked'; lessonId: string; note: string | null }
  | { type: 'task_unticked'; lessonId: string }
);

export interface LessonProgress {
  completedAt: string | null;
  /** When it was gone through, the first time first: at most 20, of which the first and the latest 19. */
  runs: readonly string[];
  /** When the real-life task was ticked, with the person's note; null while it is not ticked. */
  task: { tickedAt: string; note: string | null } | null;
}

/** A person's progress, computed from events; lessons without events are missing. */
export interface ProgramProgress {
  startedAt: string | null;
  lessons: ReadonlyMap<string, LessonProgress>;
}

/** A lesson on show and the instant it was added; lists are in the order of the program. */
export interface ShownLesson {
  id: string;
  addedAt: string;
}

export interface ProgramStanding {
  state: 'new' | 'under_way' | 'completed';
  startedAt: string | null;
  completed: number;
  total: number;
  /** The first lesson on show that is not completed; null when all are. */
  nextLessonId: string | null;
}

const isLater = (a: ProgramEvent, b: ProgramEvent) => (a.at === b.at ? a.id > b.id : a.at > b.at);
/** Two completions closer than this report the same run through a lesson, in milliseconds. */
const MIN_BETWEEN_RUNS_MS = 120_000;
const MAX_RUNS = 20;

/** Lists the runs that completions report, in order, each once (see `LessonProgress.runs`). */
function listRuns(completions: readonly string[]): string[] {
  const runs: string[] = [];
  for (const at of completions.toSorted()) {
    const last = runs.at(-1);
    if (last === undefined || Date.parse(at) - Date.parse(last) >= MIN_BETWEEN_RUNS_MS)
      runs.push(at);
  }
  return runs.length <= MAX_RUNS ? runs : [...runs.slice(0, 1), ...runs.slice(1 - MAX_RUNS)];
}

const minInstant = (a: string | null, b: string) => (a === null || b < a ? b : a);

/**
 * Computes a person's progress in one program from its events. Order and duplicates do not matter, so devices
 * merge by sending their events. The first completion of a lesson completes it, later ones are further runs; of task
 * changes, the latest counts. Any event starts the program.
 */
export function computeProgramProgress(events: readonly ProgramEvent[]): ProgramProgress {
  let startedAt: string | null = null;
  const completed = new Map<string, string[]>();
  const tasks = new Map<string, Exclude<ProgramEvent, { type: 'started' | 'lesson_completed' }>>();
  for (const event of events) {
    startedAt = minInstant(startedAt, event.at);
    if (event.type === 'started') continue;
    const { lessonId } = event;
    if (event.type === 'lesson_completed') {
      completed.set(lessonId, [...(completed.get(lessonId) ?? []), event.at]);
    } else {
      const known = tasks.get(lessonId);
      if (!known || isLater(event, known)) tasks.set(lessonId, event);
    }
  }
  const touched = new Set([...completed.keys(), ...tasks.keys()]);
  const lessons = [...touched].map((lessonId): [string, LessonProgress] => {
    const task = tasks.get(lessonId);
    const runs = listRuns(completed.get(lessonId) ?? []);
    return [
      lessonId,
      {
        completedAt: runs[0] ?? null,
        runs,
        task: task?.type === 'task_ticked' ? { tickedAt: task.at, note: task.note } : null,
      },
    ];
  });
  return { startedAt, lessons: new Map(lessons) };
}

/**
 * Computes a person's progress through the lessons that a program now shows; unpublished lessons do not count. A program
 * that was completed once stays completed when lessons are added later.
 */
export function computeProgramStanding(
  shown: readonly ShownLesson[],
  { startedAt, lessons }: ProgramProgress,
): ProgramStanding {
  const doneAt = ({ id, addedAt }: ShownLesson) => {
    const at = lessons.get(id)?.completedAt;
    // No lesson is done before it exists: such an instant comes from a clock that runs behind.
    return at == null ? null : at < addedAt ? addedAt : at;
  };
  const done = shown.map(doneAt).filter((at) => at !== null);
  const wasCompleted = done.some((moment) =>
    shown.every((lesson) => {
      const at = doneAt(lesson);
      return lesson.addedAt > moment || (at !== null && at <= moment);
    }),
  );
  return {
    state: wasCompleted ? 'completed' : startedAt === null ? 'new' : 'under_way',
    startedAt,
    completed: done.length,
    total: shown.length,
    nextLessonId: shown.find((lesson) => doneAt(lesson) === null)?.id ?? null,
  };
}
