/** One listen of a session; instants in milliseconds since 1970. */
export interface ListenStretch {
  /** Named by the device that made it: the same one twice is one. */
  id: string;
  endedAt: number;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
}
/** Progress of one session computed from its listens. */
export interface FoldedProgress {
  positionMs: number;
  lastListenedAt: number;
  listenedMs: number;
  completedAt: number | null;
}
export interface PlaybackPosition {
  positionMs: number;
  lastListenedAt: number;
}

/** Chooses the later of two playback positions; for the same instant, the further one. */
export function chooseLaterPosition<P extends PlaybackPosition>(a: P, b: P): P {
  if (a.lastListenedAt !== b.lastListenedAt) return a.lastListenedAt > b.lastListenedAt ? a : b;
  return a.positionMs >= b.positionMs ? a : b;
}

/**
 * Computes the progress from listens of any number of devices, in any order and with duplicates; null without any.
 * The server does the same one row at a time (`updateProgress` in server/features/player/writes.ts).
 */
export function foldListens(stretches: Iterable<ListenStretch>): FoldedProgress | null {
  const once = new Map([...stretches].map((stretch) => [stretch.id, stretch]));
  let folded: FoldedProgress | null = null;
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

/** A stretch of listening with the session that it is of. */
export interface SessionStretch {
  id: string;
  contentId: string;
  startedAt: Date;
  endedAt: Date;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
}

/** A pause over dinner belongs to the listen; what is taken up again the next evening is another one. */
const MAX_PAUSE_MS = 4 * 3_600_000;

/**
 * Joins stretches of one session into listens: those with at most four hours between them, until the session is
 * finished and begun again. Both lists have the latest first. A listen has the id of its first stretch, which stays
 * the same while it goes on.
 */
export function joinStretches<Stretch extends SessionStretch>(
  latestFirst: readonly Stretch[],
): Stretch[] {
  const open = new Map<string, Stretch>();
  const joined: Stretch[] = [];
  for (const stretch of latestFirst.toReversed()) {
    const listen = open.get(stretch.contentId);
    if (listen && goesOn(listen, stretch)) {
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

function goesOn(listen: SessionStretch, next: SessionStretch): boolean {
  const pause = next.startedAt.getTime() - listen.endedAt.getTime();
  // What is left after a completion goes on behind it, and completes nothing.
  const beginsAgain = listen.completed && (next.completed || next.positionMs < listen.positionMs);
  return pause <= MAX_PAUSE_MS && !beginsAgain;
}
