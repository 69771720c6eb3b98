/** One stretch of listening to a session; instants in milliseconds since 1970. */
export interface ListeningStretch {
  /** Made by the device, so that a repeated report is recognised as the same stretch. */
  id: string;
  endedAt: number;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
}
export interface ListeningProgress {
  positionMs: number;
  lastListenedAt: number;
  listenedMs: number;
  completedAt: number | null;
}
export interface PlaybackPosition {
  positionMs: number;
  lastListenedAt: number;
}

/** Returns the later of two playback positions; for the same instant, the further one. */
export function chooseLaterPosition<P extends PlaybackPosition>(a: P, b: P): P {
  if (a.lastListenedAt !== b.lastListenedAt) return a.lastListenedAt > b.lastListenedAt ? a : b;
  return a.positionMs >= b.positionMs ? a : b;
}

/**
 * Computes a person's progress in one session from all stretches of listening on any number of devices, in any order; a
 * repeated id counts once. Null without any. `completedAt` is the first completion. The server does the same one row at
 * a time (`foldListen` in server/features/player/writes.ts).
 */
export function computeListeningProgress(
  stretches: Iterable<ListeningStretch>,
): ListeningProgress | null {
  const once = new Map([...stretches].map((stretch) => [stretch.id, stretch]));
  let folded: ListeningProgress | null = null;
  for (const { endedAt, positionMs, listenedMs, completed } of once.values()) {
    const place: PlaybackPosition = { positionMs, lastListenedAt: endedAt };
    const completedAt = completed ? endedAt : null;
    if (folded === null) folded = { ...place, listenedMs, completedAt };
    else {
      const later: PlaybackPosition = chooseLaterPosition<PlaybackPosition>(folded, place);
      folded = {
        positionMs: later.positionMs,
        lastListenedAt: later.lastListenedAt,
        listenedMs: folded.listenedMs + listenedMs,
        completedAt: minOrNull(folded.completedAt, completedAt),
      };
    }
  }
  return folded;
}

function minOrNull(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

export interface SessionListeningStretch {
  id: string;
  contentId: string;
  startedAt: Date;
  endedAt: Date;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
}

/** Longest pause within one listen, such as over dinner. */
const MAX_PAUSE_MS = 4 * 3_600_000;

/**
 * Joins the recorded stretches of each session into whole listens; both lists have the latest first, and the input is
 * not changed. A pause of more than four hours begins a new listen, and so does a restart after completion. A listen
 * has the id of its first stretch, so that it keeps its id while it grows.
 */
export function joinStretchesIntoListens<Stretch extends SessionListeningStretch>(
  latestFirst: readonly Stretch[],
): Stretch[] {
  const open = new Map<string, Stretch>();
  const joined: Stretch[] = [];
  for (const stretch of latestFirst.toReversed()) {
    const listen = open.get(stretch.contentId);
    if (listen && continuesListen(listen, stretch)) {
      listen.listenedMs += stretch.listenedMs;
      listen.completed ||= stretch.completed;
      listen.endedAt = stretch.endedAt;
      listen.positionMs = stretch.positionMs;
    } else {
      const begun = { ...stretch };
      open.set(stretch.contentId, begun);
      joined.push(begun);
    }
  }
  return joined.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
}

function continuesListen(listen: SessionListeningStretch, next: SessionListeningStretch): boolean {
  const pause = next.startedAt.getTime() - listen.endedAt.getTime();
  // What is left after a completion goes on behind it, and completes nothing.
  const beginsAgain =
    listen.completed &&
    (next.completed
      ? !isSameCompletionToldAgain(listen, next)
      : next.positionMs < listen.positionMs);
  return pause <= MAX_PAUSE_MS && !beginsAgain;
}

/**
 * Returns whether a completion says again what the one before it said: a device that did not know of it offered to mark
 * the session complete once more, so that hardly anything was heard in between.
 */
export function isSameCompletionToldAgain(
  earlier: Pick<SessionListeningStretch, 'endedAt' | 'positionMs'>,
  later: Pick<SessionListeningStretch, 'startedAt' | 'positionMs' | 'listenedMs'>,
): boolean {
  const pause = later.startedAt.getTime() - earlier.endedAt.getTime();
  const isHeardAgain = later.listenedMs * 2 >= later.positionMs && later.listenedMs > 0;
  return pause <= MAX_PAUSE_MS && !isHeardAgain && later.positionMs >= earlier.positionMs;
}
