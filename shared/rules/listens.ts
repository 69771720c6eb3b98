/** What a stretch of listening says of a session; instants in milliseconds since 1970. */
export interface Stretch {
  /** Named by the device that made it: the same one twice is one. */
  id: string;
  endedAt: number;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
}
/** What a person's stretches of one session come to. */
export interface Folded {
  positionMs: number;
  lastListenedAt: number;
  listenedMs: number;
  completedAt: number | null;
}
export interface Place {
  positionMs: number;
  lastListenedAt: number;
}

/** Where to go on: at the later place, never at an older one; of two at the same instant, at the further one. */
export function laterPlace<P extends Place>(a: P, b: P): P {
  if (a.lastListenedAt !== b.lastListenedAt) return a.lastListenedAt > b.lastListenedAt ? a : b;
  return a.positionMs >= b.positionMs ? a : b;
}

/**
 * Folds stretches, from however many devices and in whatever order, into one state; null without any.
 * The server does the same a row at a time (`fold` in server/features/player/writes.ts).
 */
export function foldListens(stretches: Iterable<Stretch>): Folded | null {
  const once = new Map([...stretches].map((stretch) => [stretch.id, stretch]));
  let folded: Folded | null = null;
  for (const { endedAt, positionMs, listenedMs, completed } of once.values()) {
    const place: Place = { positionMs, lastListenedAt: endedAt };
    const completedAt = completed ? endedAt : null;
    if (folded === null) folded = { ...place, listenedMs, completedAt };
    else {
      const later: Place = laterPlace<Place>(folded, place);
      folded = {
        positionMs: later.positionMs,
        lastListenedAt: later.lastListenedAt,
        listenedMs: folded.listenedMs + listenedMs,
        completedAt: earlier(folded.completedAt, completedAt),
      };
    }
  }
  return folded;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
