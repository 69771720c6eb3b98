import type { ContentDetail } from '#shared/contract/contents.ts';
import { browserKit, createPlayer } from '#web/features/narration/store.ts';
import type { ApiError } from '#web/lib/api.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { canVibrate } from '#web/lib/vibration.ts';
import { createListening, isHeard, type Listen, resumeAt } from '../engine/listening.ts';
import { createSleepTimer } from '../engine/sleep-timer.ts';
import { handToDevice } from './media-keys.ts';
import { settings } from './settings.ts';

/** What the server said of a listen: why it was refused, or that the session is withdrawn. */
type Fate = { refusal: ApiError } | { withdrawn: boolean };
/** What the world outside does for a session: keeps its listens, and tells of their fate. */
export interface Keeper {
  record: (listen: Listen) => void;
  /** Keeps a listen that goes on as it is by now, in case its page ends without a word. */
  note: (listen: Listen) => void;
  /** Calls back before the person leaves, while there is time to hear of a listen. */
  onLastCall: (handOver: () => void) => () => void;
  onFate: (tell: (fate: Fate) => void) => () => void;
}
/** What became of the listening. */
interface Marks {
  completed: boolean;
  /** Why the server did not count it as completed. */
  refusal: ApiError | null;
  /** It left the library while it was heard. */
  withdrawn: boolean;
  /** Where it was taken up again, in milliseconds; 0 at the beginning. */
  startedAt: number;
}
export type OpenSession = ReturnType<typeof createSession>;

/** A touch for a breath: short to breathe in, long to breathe out; milliseconds. */
const TOUCH = { in: 40, out: 110 };

/** How much of a listen may be lost when its page ends without a word, in milliseconds. */
const NOTE_EVERY_MS = 5_000;

/**
 * One session as it is heard: its player, its sleep timer, and what is told of the listening. It knows no
 * page, so that it goes on when its own is left; `href` is the way back to it.
 */
export function createSession(content: ContentDetail, href: string, keeper: Keeper) {
  const { durationMs } = content;
  const kit = browserKit((way) => {
    if (settings.get().haptics && canVibrate()) navigator.vibrate(TOUCH[way]);
  });
  const startedAt = resumeAt(content.positionMs, durationMs);
  const player = createPlayer(content, kit, startedAt);
  const sleep = createSleepTimer(kit, { ...player, durationMs });
  const newId = () => crypto.randomUUID();
  const listening = createListening({
    contentId: content.id,
    timeZone: ownTimeZone(),
    now,
    newId,
  });
  const listeners = new Set<() => void>();
  let marks: Marks = { completed: false, refusal: null, withdrawn: false, startedAt };
  let putAway: (() => void) | null = null;

  const mark = (change: Partial<Marks>) => {
    marks = { ...marks, ...change };
    for (const listener of listeners) listener();
  };
  const flush = () => {
    const at = { positionMs: player.position(), sinceSeekMs: player.sinceSeekMs(), durationMs };
    if (!marks.completed && isHeard(at)) {
      listening.complete();
      mark({ completed: true });
    }
    const listen = listening.take({ ...at, playedMs: player.playedMs() });
    if (listen) {
      if (marks.refusal) mark({ refusal: null });
      keeper.record(listen);
    }
    if (player.state().playing) listening.begin();
  };
  const noteDown = () => {
    if (!player.state().playing) return;
    const listen = listening.draft({
      positionMs: player.position(),
      playedMs: player.playedMs(),
    });
    if (listen) keeper.note(listen);
  };
  const follow = () => {
    const { voice, ambience, tones, speed, voices } = settings.get();
    kit.sound.volume(ambience);
    kit.sound.tones(tones);
    player.setVoice(voice);
    player.setSpeed(speed);
    player.chooseVoice(voices[content.language] ?? null);
  };

  function open() {
    if (putAway) return;
    let { playing } = player.state();
    const leaving = new AbortController();
    const { signal } = leaving;
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide, { signal });
    addEventListener('pagehide', flush, { signal });
    follow();
    const noting = setInterval(noteDown, NOTE_EVERY_MS);
    const ends = [
      () => clearInterval(noting),
      () => leaving.abort(),
      player.subscribe(() => {
        if (player.state().playing === playing) return;
        playing = !playing;
        sleep.playing(playing);
        if (playing) listening.begin();
        else flush();
      }),
      settings.subscribe(follow),
      keeper.onLastCall(flush),
      keeper.onFate((fate) =>
        mark('refusal' in fate ? { completed: false, refusal: fate.refusal } : fate),
      ),
      handToDevice(content, player),
    ];
    const detach = player.attach();
    putAway = () => {
      sleep.choose(null);
      detach();
      flush();
      for (const end of ends) end();
    };
  }

  return {
    content,
    href,
    player,
    sleep,
    open,
    /** Another device went further: whoever has not begun here goes on from there. */
    goOnFrom: (positionMs: number) => {
      const place = resumeAt(positionMs, durationMs);
      const untouched = player.playedMs() === 0 && player.position() === marks.startedAt;
      if (!untouched || player.state().playing || place === marks.startedAt) return;
      player.seek(place);
      mark({ startedAt: place });
    },
    close: () => {
      putAway?.();
      putAway = null;
    },
    marks: () => marks,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    markComplete: () => {
      listening.complete();
      mark({ completed: true });
      player.pause();
      flush();
    },
  };
}
