import type { ContentDetail } from '#shared/contract/contents.ts';
import { fetchSessionOrDownload } from '#web/features/downloads/queries.ts';
import { createOpenSession, type OpenSession } from '#web/features/player/engine/open-session.ts';
import type { SleepChoice } from '#web/features/player/engine/sleep-timer.ts';
import { createListenRecorder } from '#web/features/player/queries.ts';
import { parseOriginLesson } from '#web/features/programs/model.ts';
import { queueCompletedLesson } from '#web/features/programs/queries.ts';
import { api } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import {
  type NextSession,
  isNextSessionToPlay,
  listSessionsAfterLesson,
  listSessionsAfterPlanned,
} from '../model.ts';

interface AutoplayOptions {
  /** The id of the profile that listens. */
  owner: string;
  /** Makes the next session the one that is open, and shows its page where that of the former is open. */
  enter: (next: OpenSession, former: OpenSession) => void;
}

const findLessonOfOrigin = ({ href }: OpenSession) => parseOriginLesson(href.split('?')[1] ?? '');

/** Lists what may follow a session; `withinDay` keeps to what is planned for its day. */
async function listNextSessions(session: OpenSession, withinDay: boolean): Promise<NextSession[]> {
  const lesson = findLessonOfOrigin(session);
  if (!lesson) {
    const query = { timeZone: getDeviceTimeZone() };
    return listSessionsAfterPlanned(
      await api('GET /api/plan', { query }),
      session.content,
      withinDay,
    );
  }
  const program = await api('GET /api/programs/:id', { params: { id: lesson.programId } });
  return listSessionsAfterLesson(program, lesson.lessonId);
}

/** Finds the session to play next, with its script and its recording if it is on this device; null without one. */
async function findNextSession(
  session: OpenSession,
  owner: string,
): Promise<{ content: ContentDetail; href: string } | null> {
  const { signal } = new AbortController();
  const withinDay = session.sleep.choice() === null;
  for (const { id, href } of await listNextSessions(session, withinDay)) {
    const content = await fetchSessionOrDownload(owner, id, signal);
    // One that asks a question first is never begun beside a sleeper.
    if (!content.guard) return { content, href };
  }
  return null;
}

const handled = new WeakSet<OpenSession>();

/**
 * While a sleep timer set in minutes runs, plays the next session of the program or the plan when this one ends, and so
 * on until the timer stops it; without a timer, where the day's sessions are to play on, until the day's last. The next
 * one is fetched at once, so that nothing waits for the network on a locked phone. A second call for the same session
 * does nothing.
 */
export function playNextSessionsIfTimerOrDayAsks(
  session: OpenSession,
  options: AutoplayOptions,
): void {
  if (handled.has(session)) return;
  handled.add(session);
  const { player, sleep } = session;
  const shouldFollow = (choice: SleepChoice, leftMs: number | null) =>
    isNextSessionToPlay(choice, leftMs, session.playsDay());
  let found: ReturnType<typeof findNextSession> | null = null;
  /** Whether it was looked for without a timer, within the day. */
  let isForDay = false;
  let next: Awaited<ReturnType<typeof findNextSession>> = null;

  const prepare = () => {
    const choice = sleep.choice();
    if (!shouldFollow(choice, sleep.leftMs())) return;
    if (found && isForDay === (choice === null)) return;
    isForDay = choice === null;
    next = null;
    const asked = (found = findNextSession(session, options.owner));
    asked.then(
      (one) => {
        if (asked === found) next = one;
      },
      () => {
        // Without the network and what was kept of it, the session stays the last; set again, the timer tries again.
        if (asked === found) found = null;
      },
    );
  };
  const onEnd = () => {
    const choice = sleep.choice();
    const leftMs = sleep.leftMs();
    if (!next || !player.state().ended || !shouldFollow(choice, leftMs)) return;
    stop();
    const lesson = findLessonOfOrigin(session);
    if (lesson) queueCompletedLesson(options.owner, lesson.programId, lesson.lessonId);
    const opened = createOpenSession(
      { ...next.content, positionMs: 0 },
      next.href,
      createListenRecorder(options.owner, next.content.id),
    );
    options.enter(opened, session);
    if (choice !== null) opened.sleep.takeOver(choice, leftMs ?? 0);
    opened.player.play();
    playNextSessionsIfTimerOrDayAsks(opened, options);
  };
  const ends = [
    sleep.subscribe(prepare),
    session.onSettingsChange(prepare),
    player.subscribe(onEnd),
  ];
  const stop = () => {
    for (const end of ends) end();
  };
  prepare();
}
