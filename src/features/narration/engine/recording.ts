/** A recorded narration that keeps the session's time; positions in milliseconds of the script. */
export interface Recording {
  position: () => number;
  play: () => void;
  pause: () => void;
  seek: (ms: number) => void;
  mute: (muted: boolean) => void;
  /** Faster or slower, at the narrator's own pitch. */
  rate: (rate: number) => void;
  /** 0 silent to 1 as recorded. */
  volume: (level: number) => void;
  dispose: () => void;
}
export interface RecordingEvents {
  /** It cannot be played (any more); the session goes on in another way. */
  fail: (reason: string) => void;
  /** The browser wants a press before it makes a sound. */
  refused: () => void;
}

/** A recording that has not moved for so long, in milliseconds, counts as lost. */
const STALL_MS = 8_000;

/**
 * Plays a file whose time IS the session's: its own length is stretched in a straight line over the
 * script's, so captions stay with a narrator who is slower or faster than the script's pace.
 */
export function openRecording(
  url: string,
  durationMs: number,
  events: RecordingEvents,
  audio: HTMLAudioElement = new Audio(),
): Recording {
  let wanted = 0;
  let failed = false;
  let stall: ReturnType<typeof setTimeout> | undefined;
  const ready = () => Number.isFinite(audio.duration) && audio.duration > 0;
  const scale = () => durationMs / (audio.duration * 1000);
  const listening = new AbortController();
  const on = (type: string, listener: () => void) =>
    audio.addEventListener(type, listener, { signal: listening.signal });

  const fail = (reason: string) => {
    if (failed) return;
    failed = true;
    clearTimeout(stall);
    audio.pause();
    events.fail(reason);
  };
  const expectSound = () => {
    clearTimeout(stall);
    stall = setTimeout(() => fail('stalled'), STALL_MS);
  };
  on('error', () => fail('error'));
  on('loadedmetadata', () => {
    audio.currentTime = wanted / scale() / 1000;
  });
  on('waiting', () => !audio.paused && expectSound());
  on('playing', () => clearTimeout(stall));
  on('timeupdate', () => clearTimeout(stall));
  audio.preload = 'auto';
  audio.preservesPitch = true;
  audio.src = url;

  return {
    position: () => {
      if (!ready()) return wanted;
      return audio.ended ? durationMs : audio.currentTime * 1000 * scale();
    },
    play: () => {
      expectSound();
      audio.play().catch((error: unknown) => {
        const name = error instanceof Error ? error.name : '';
        if (name === 'AbortError') return;
        if (name !== 'NotAllowedError') return fail(name);
        clearTimeout(stall);
        events.refused();
      });
    },
    pause: () => {
      clearTimeout(stall);
      audio.pause();
    },
    seek: (ms) => {
      wanted = ms;
      if (ready()) audio.currentTime = ms / scale() / 1000;
    },
    mute: (muted) => {
      audio.muted = muted;
    },
    rate: (rate) => {
      // The default is what a file begins with once it is loaded.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    volume: (level) => {
      audio.volume = level;
    },
    dispose: () => {
      listening.abort();
      clearTimeout(stall);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
}
