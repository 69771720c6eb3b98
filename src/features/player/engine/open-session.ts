import type { ContentDetail } from '#shared/contract/contents.ts';
import { type AmbienceName, findCueIndex } from '#shared/rules/script-timing.ts';
import {
  createBrowserPlatform,
  vibrateForBreath,
} from '#web/features/narration/engine/platform.ts';
import { createScriptPlayer, isPlayedUnvoiced } from '#web/features/narration/engine/player.ts';
import { getUnvoicedPlaybackOptions } from '#web/features/narration/engine/reading-pace.ts';
import type { ApiError } from '#web/lib/api.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { runWhenIdle } from '#web/lib/idle.ts';
import {
  createListenTracker,
  isHeardToCompletion,
  type Listen,
  getResumePositionMs,
} from './listen-tracker.ts';
import { createSleepTimer } from '../engine/sleep-timer.ts';
import { connectMediaSession } from './media-keys.ts';
import {
  addSelfRatingAndDropLater,
  listCurrentRunSelfRatings,
  type SelfRating,
} from '#shared/rules/self-ratings.ts';
import { playerSettings } from '../session/settings.ts';

/** The server's answer to a listen: refused, or accepted with whether the session is unpublished. */
type ListenOutcome = { refusal: ApiError } | { unpublished: boolean };
export interface ListenRecorder {
  record: (listen: Listen) => void;
  /** Saves a listen in progress, in case its page ends without an event. */
  saveUnfinished: (listen: Listen) => void;
  /** Calls back before the person signs out, while there is time to send a listen. */
  onBeforeFlush: (handOver: () => void) => () => void;
  onOutcome: (tell: (outcome: ListenOutcome) => void) => () => void;
}
interface ListenStatus {
  completed: boolean;
  /** Why the server did not count it as completed. */
  refusal: ApiError | null;
  /** It was unpublished during playback. */
  unpublished: boolean;
  /** The position it was resumed from, in milliseconds; 0 for the start. */
  startedAt: number;
  /** The numbers given so far in this run through the session. */
  selfRatings: readonly SelfRating[];
}
export type OpenSession = ReturnType<typeof createOpenSession>;

/** How often a listen in progress is saved, in milliseconds: the most that is lost if the page dies. */
const SAVE_EVERY_MS = 5_000;

/**
 * Creates the state of a session opened in the player: its playback, sleep timer and tracking of listening; `open`
 * starts them, `close` ends them. Independent of any page, so that it continues on others; `href` leads back to its
 * own.
 */
export function createOpenSession(content: ContentDetail, href: string, recorder: ListenRecorder) {
  const { cues, durationMs } = content;
  const device = createBrowserPlatform({
    vibrate: (phase) => {
      // In silence touch marks the breath, unless it was switched off.
      const isFelt = playerSettings.get().haptics ?? isPlayedUnvoiced(player.state());
      if (isFelt) vibrateForBreath(phase);
    },
    // With a sleep timer, no listener is expected to look.
    isAttended: () => document.visibilityState === 'visible' && sleep.choice() === null,
  });
  // On board there is a cabin to hear; at home it can be put under the piece.
  const setAmbience = (name: AmbienceName) =>
    device.sound.ambience(
      name === 'none' && content.form === 'seat' && playerSettings.get().cabinSound
        ? 'cabin'
        : name,
    );
  const platform = { ...device, sound: { ...device.sound, ambience: setAmbience } };
  const startedAt = getResumePositionMs(content.positionMs, content);
  const player = createScriptPlayer(
    content,
    platform,
    startedAt,
    getUnvoicedPlaybackOptions(content.kind),
  );
  const sleep = createSleepTimer(platform, { ...player, durationMs });
  const newId = () => crypto.randomUUID();
  const tracker = createListenTracker({
    contentId: content.id,
    timeZone: getDeviceTimeZone(),
    now,
    newId,
  });
  const listeners = new Set<() => void>();
  let status: ListenStatus = {
    completed: false,
    refusal: null,
    unpublished: false,
    startedAt,
    selfRatings: listCurrentRunSelfRatings(
      content.selfRatings ?? [],
      findCueIndex(cues, startedAt),
    ),
  };
  let detachSession: (() => void) | null = null;

  const updateStatus = (change: Partial<ListenStatus>) => {
    status = { ...status, ...change };
    for (const listener of listeners) listener();
  };
  const flush = () => {
    const at = { positionMs: player.position(), sinceSeekMs: player.sinceSeekMs(), durationMs };
    if (!status.completed && isHeardToCompletion(at)) {
      tracker.complete();
      updateStatus({ completed: true });
    }
    const listen = tracker.take({ ...at, playedMs: player.playedMs() });
    if (listen) {
      if (status.refusal) updateStatus({ refusal: null });
      recorder.record(listen);
    }
    if (player.state().playing) tracker.begin();
  };
  const saveUnfinished = () => {
    const listen = tracker.draft({
      positionMs: player.position(),
      playedMs: player.playedMs(),
    });
    if (listen) recorder.saveUnfinished(listen);
  };
  const applySettings = () => {
    const { voice, ambience, tones, speed, voices } = playerSettings.get();
    platform.sound.volume(ambience);
    platform.sound.tones(tones);
    setAmbience(player.ambience());
    player.setVoice(voice);
    player.setSpeed(speed);
    player.chooseVoice(voices[content.language] ?? null);
  };

  function open() {
    if (detachSession) return;
    let { playing } = player.state();
    const leaving = new AbortController();
    const { signal } = leaving;
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide, { signal });
    addEventListener('pagehide', flush, { signal });
    applySettings();
    runWhenIdle(() => signal.aborted || platform.sound.prepare());
    const saving = setInterval(saveUnfinished, SAVE_EVERY_MS);
    const ends = [
      () => clearInterval(saving),
      () => leaving.abort(),
      player.subscribe(() => {
        if (player.state().playing === playing) return;
        playing = !playing;
        sleep.setPlaying(playing);
        if (!playing) return flush();
        tracker.begin();
        // Played from an earlier place, what was given later belongs to a run before.
        const { cue } = player.state();
        updateStatus({ selfRatings: listCurrentRunSelfRatings(status.selfRatings, cue) });
      }),
      playerSettings.subscribe(applySettings),
      recorder.onBeforeFlush(flush),
      recorder.onOutcome((outcome) =>
        updateStatus(
          'refusal' in outcome ? { completed: false, refusal: outcome.refusal } : outcome,
        ),
      ),
      connectMediaSession(content, player),
    ];
    const detach = player.attach();
    detachSession = () => {
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
    playsDay: () => playerSettings.get().playsDay,
    onSettingsChange: playerSettings.subscribe,
    open,
    /** Gives the number that the session asks for at this place; given again, it is changed. */
    rate: (value: number) => {
      const { cue } = player.state();
      const asked = cues[cue];
      if (asked?.type !== 'rate') return;
      const given = { cue, name: asked.name, value, ratedAt: now().toISOString() };
      updateStatus({ selfRatings: addSelfRatingAndDropLater(status.selfRatings, given) });
      // Without the consent to health data it stays on this page.
      if (content.selfRatings === null) return;
      tracker.rate(given);
      saveUnfinished();
    },
    /** Resumes from another device's later position, if playback has not started here. */
    resumeFrom: ({
      positionMs,
      selfRatings,
    }: Pick<ContentDetail, 'positionMs' | 'selfRatings'>) => {
      const resumeAt = getResumePositionMs(positionMs, content);
      const untouched = player.playedMs() === 0 && player.position() === status.startedAt;
      if (!untouched || player.state().playing || resumeAt === status.startedAt) return;
      player.seek(resumeAt);
      const run = listCurrentRunSelfRatings(selfRatings ?? [], findCueIndex(cues, resumeAt));
      updateStatus({ startedAt: resumeAt, selfRatings: run });
    },
    close: () => {
      detachSession?.();
      detachSession = null;
    },
    getStatus: () => status,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    markComplete: () => {
      tracker.complete();
      updateStatus({ completed: true });
      player.pause();
      flush();
    },
  };
}
