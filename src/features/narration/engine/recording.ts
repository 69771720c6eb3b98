/** A recorded narration that acts as the session's clock; positions are in milliseconds of the script. */
export interface RecordingPlayer {
  position: () => number;
  play: () => void;
  pause: () => void;
  seek: (ms: number) => void;
  mute: (muted: boolean) => void;
  /** The playback rate; the pitch is preserved. */
  rate: (rate: number) => void;
  /** 0 silent to 1 as recorded. */
  volume: (level: number) => void;
  dispose: () => void;
}
export interface RecordingCallbacks {
  /** It cannot be played, or not any longer; the session continues in another mode. */
  fail: (reason: string) => void;
  /** The browser blocks playback until a user gesture. */
  refused: () => void;
  /** Something else stopped it: a phone call, headphones that were pulled out, the lock screen. */
  interrupted: () => void;
}

/** A recording that has not progressed for this long counts as lost, in milliseconds. */
const STALL_MS = 8_000;

/**
 * Loads a recording into `audio` as the session's clock; `play` starts it. Positions are milliseconds of the script, to
 * whose `durationMs` the recording is scaled linearly, so that captions fit a slower or faster narrator. The end is no
 * event: `position` is then `durationMs`.
 */
export function openRecording(
  url: string,
  durationMs: number,
  events: RecordingCallbacks,
  audio: HTMLAudioElement,
): RecordingPlayer {
  let requestedMs = 0;
  let failed = false;
  let playing = false;
  let reloadedAt: number | null = null;
  let stall: ReturnType<typeof setTimeout> | undefined;
  const ready = () => Number.isFinite(audio.duration) && audio.duration > 0;
  const scale = () => durationMs / (audio.duration * 1000);
  const listening = new AbortController();
  const on = (type: string, listener: () => void) =>
    audio.addEventListener(type, listener, { signal: listening.signal });

  const fail = (reason: string) => {
    if (failed) return;
    failed = true;
    playing = false;
    clearTimeout(stall);
    audio.pause();
    events.fail(reason);
  };
  const startStallTimer = () => {
    clearTimeout(stall);
    stall = setTimeout(() => fail('stalled'), STALL_MS);
  };
  /** Its address may have ended while it was playing or paused: it is asked for once more, from where it was. */
  const reload = () => {
    if (!ready() || reloadedAt === audio.currentTime) return fail('error');
    reloadedAt = audio.currentTime;
    requestedMs = reloadedAt * 1000 * scale();
    const wasPlaying = !audio.paused;
    audio.src = url;
    if (wasPlaying) void audio.play().catch(() => fail('error'));
  };
  on('error', reload);
  on('loadedmetadata', () => {
    audio.currentTime = requestedMs / scale() / 1000;
  });
  on('waiting', () => !audio.paused && startStallTimer());
  on('playing', () => clearTimeout(stall));
  on('timeupdate', () => clearTimeout(stall));
  on('pause', () => {
    // Neither what was asked for, nor the end.
    if (!playing || !audio.paused || audio.ended) return;
    playing = false;
    clearTimeout(stall);
    events.interrupted();
  });
  audio.preload = 'auto';
  audio.preservesPitch = true;
  audio.src = url;

  return {
    position: () => {
      if (!ready()) return requestedMs;
      return audio.ended ? durationMs : audio.currentTime * 1000 * scale();
    },
    play: () => {
      playing = true;
      startStallTimer();
      audio.play().catch((error: unknown) => {
        const name = error instanceof Error ? error.name : '';
        if (name === 'AbortError') return;
        if (name !== 'NotAllowedError') return fail(name);
        playing = false;
        clearTimeout(stall);
        events.refused();
      });
    },
    pause: () => {
      playing = false;
      clearTimeout(stall);
      audio.pause();
    },
    seek: (ms) => {
      requestedMs = ms;
      if (ready()) audio.currentTime = ms / scale() / 1000;
    },
    mute: (muted) => {
      audio.muted = muted;
    },
    rate: (rate) => {
      // defaultPlaybackRate applies once a file is loaded.
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
