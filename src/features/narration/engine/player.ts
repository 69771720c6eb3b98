import type { AmbienceName } from '#shared/rules/script.ts';
import {
  getAmbienceAt,
  findCueAndBreath,
  getCueSpeedFactor,
  getNextHoldMsOrInfinity,
  isHoldCue,
  type NarrationMoment,
  type PlayableScript,
  getMsUntilNextChange,
  advancePositionMs,
} from '../model.ts';
import { createNarrator } from './narrator.ts';
import type { PlayerPlatform } from './platform.ts';
import type { UnvoicedPlaybackOptions } from './reading-pace.ts';
import { createPlaybackClock } from './playback-clock.ts';
import type { NarrationMode } from './voice.ts';

/** The state the screen renders. The position is not part of it: it is read on each frame. */
export interface PlayerState {
  playing: boolean;
  ended: boolean;
  cue: number;
  /** Whether it is a wait or a rating: the clock stands still until `goOn`. */
  held: boolean;
  narrationMode: NarrationMode;
  voiceOn: boolean;
  /** The voice was lost; captions continue. */
  voiceLost: boolean;
  /** 0.6 to 1.5 times the script's pace; breathing is not affected. */
  speed: number;
}
export type Player = ReturnType<typeof createScriptPlayer>;

/** The longest time between two ticks, in milliseconds. */
const TICK_MS = 1_000;
/** A chime that is later than this is skipped, in milliseconds. */
const MAX_CHIME_DELAY_MS = 1_500;
/** After so long at a wait or a rating that no listener attends to, the session goes on by itself, in milliseconds. */
const UNATTENDED_MS = 60_000;

function noop() {}

/** Returns whether the session has no voice: without a voice on the device, or by the listener's choice. */
export const isPlayedUnvoiced = ({ narrationMode, voiceOn }: PlayerState) =>
  narrationMode === 'captions' || !voiceOn;

/**
 * Creates a player for one script, paused at `startAt` (milliseconds): it runs the clock and triggers each cue's
 * speech, sound or breath when it is due. `attach` must be called before it can speak; its result releases everything.
 * `silence`: how it is played without a voice; without it, at the script's own times.
 */
export function createScriptPlayer(
  script: PlayableScript,
  platform: PlayerPlatform,
  startAt = 0,
  silence: UnvoicedPlaybackOptions | null = null,
) {
  const { cues, durationMs } = script;
  const clock = createPlaybackClock({
    now: platform.now,
    durationMs,
    startAt,
    findNextStop: (from) => getNextHoldMsOrInfinity(cues, from),
  });
  const listeners = new Set<() => void>();
  const start = findCueAndBreath(cues, startAt);
  let state: PlayerState = {
    playing: false,
    ended: false,
    cue: start.index,
    held: isHoldCue(start.cue),
    narrationMode: 'captions',
    voiceOn: true,
    voiceLost: false,
    speed: 1,
  };
  let cancelTick: () => void = noop;
  let pace = 1;
  let lastChimeCue = -1;
  let lastBreathPhase = '';
  let lastSoundCue = -1;
  /** Since when the listener attends to no wait or rating; null while they do. */
  let unattendedSince: number | null = null;

  const set = (change: Partial<PlayerState>) => {
    const keys = Object.keys(change) as (keyof PlayerState)[];
    if (keys.every((key) => state[key] === change[key])) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const narrator = createNarrator(script, platform, clock, {
    onModeChange: (way, voiceLost) => {
      set({ narrationMode: way, voiceLost });
      applyWalk();
    },
    onPlayRefused: () => pause(),
    onInterrupted: () => pause(),
    onSentenceEnd: () => tick(),
  });

  function tick() {
    cancelTick();
    const position = clock.position();
    const moment = findCueAndBreath(cues, position);
    platform.sound.ambience(chooseAmbience(getAmbienceAt(cues, position)));
    applyPace(getCueSpeedFactor(moment.cue, state.speed));
    const isOver = position >= durationMs;
    const held = isHoldCue(moment.cue) && !isOver;
    if (!state.playing) return set({ cue: moment.index, held });
    if (isOver) {
      stop();
      return set({ playing: false, ended: true, cue: moment.index, held });
    }
    narrator.setHeld(held);
    playCueSounds(moment);
    narrator.update(moment);
    set({ cue: moment.index, held });
    if (held && isLeftUnattended()) return goOn();
    // Speaking may have ended or failed synchronously and have ticked already.
    cancelTick();
    const change = narrator.isHoldingTime(position)
      ? TICK_MS
      : getMsUntilNextChange(cues, position, durationMs);
    const walked = getCueSpeedFactor(moment.cue, state.speed, isRead());
    cancelTick = platform.schedule(Math.min(TICK_MS, change / walked + 1), tick);
  }

  /** Whether sentences take the time of reading; a recording that is muted keeps its own. */
  function isRead(): boolean {
    return silence !== null && isPlayedUnvoiced(state) && state.narrationMode !== 'recording';
  }
  const chooseAmbience = (scripted: AmbienceName) =>
    scripted === 'none' && silence && isPlayedUnvoiced(state) ? silence.ambience : scripted;
  function applyWalk() {
    const [speed, read] = [state.speed, isRead()];
    clock.setAdvance((from, ms) => advancePositionMs(cues, from, ms, speed, read));
  }

  function applyPace(next: number) {
    if (next === pace) return;
    pace = next;
    narrator.setRate(pace);
  }

  /** Whether the session waited for a minute without a listener. */
  function isLeftUnattended(): boolean {
    if (platform.isAttended()) unattendedSince = null;
    else unattendedSince ??= platform.now();
    return unattendedSince !== null && platform.now() - unattendedSince >= UNATTENDED_MS;
  }

  function playCueSounds({ index, cue, into, breath }: NarrationMoment) {
    if (cue?.type === 'chime' && lastChimeCue !== index && into < MAX_CHIME_DELAY_MS) {
      lastChimeCue = index;
      platform.sound.chime();
    }
    if (lastSoundCue !== index) {
      lastSoundCue = index;
      platform.sound.effect(
        cue?.type === 'sound'
          ? {
              name: cue.name,
              into,
              duration: cue.duration,
              leadsOn: cues[index + 1]?.type === 'sound',
            }
          : null,
      );
    }
    const phase = breath ? `${index}/${breath.cycle}/${breath.phase}` : '';
    if (phase === lastBreathPhase) return;
    lastBreathPhase = phase;
    if (breath?.phase !== 'in' && breath?.phase !== 'out') return;
    platform.sound.breath(breath.phase);
    platform.vibrate(breath.phase);
  }

  function stop() {
    cancelTick();
    clock.pause();
    narrator.pause();
    platform.sound.stop();
    lastSoundCue = -1;
    unattendedSince = null;
  }
  function pause() {
    if (!state.playing) return;
    stop();
    set({ playing: false });
  }
  function seek(ms: number) {
    lastChimeCue = -1;
    lastBreathPhase = '';
    lastSoundCue = -1;
    unattendedSince = null;
    clock.seek(ms);
    narrator.seek();
    set({ ended: false });
    tick();
  }
  function begin() {
    platform.sound.start();
    narrator.beforePlay();
    clock.play();
    narrator.play(state.held);
    set({ playing: true, ended: false });
  }
  function play() {
    if (state.playing) return;
    if (clock.position() >= durationMs) seek(0);
    begin();
    tick();
  }
  /** Leaves a wait or a rating: what it counts for is neither played nor jumped over. Plays on. */
  function goOn() {
    const { cue } = findCueAndBreath(cues, clock.position());
    if (!isHoldCue(cue) || state.ended) return;
    if (!state.playing) begin();
    unattendedSince = null;
    clock.pass(cue.at + cue.duration);
    narrator.seek();
    tick();
  }

  /** Goes on to what follows a sentence or a silence that was read before its time; what it counts for is not jumped over. */
  function readOn() {
    const { cue } = findCueAndBreath(cues, clock.position());
    if (!isRead() || !state.playing || (cue?.type !== 'say' && cue?.type !== 'pause')) return;
    clock.pass(cue.at + cue.duration);
    tick();
  }
  applyWalk();

  return {
    play,
    pause,
    seek,
    goOn,
    readOn,
    /** What a play button does: goes on, pauses, or plays. */
    toggle: () => (state.held ? goOn() : state.playing ? pause() : play()),
    skip: (ms: number) => seek(clock.position() + ms),
    position: clock.position,
    playedMs: clock.playedMs,
    sinceSeekMs: clock.sinceSeekMs,
    ambience: (): AmbienceName => getAmbienceAt(cues, clock.position()),
    setVoice: (voiceOn: boolean) => {
      if (voiceOn === state.voiceOn) return;
      narrator.setOn(voiceOn);
      set({ voiceOn });
      applyWalk();
      if (state.playing) tick();
    },
    setSpeed: (speed: number) => {
      if (speed === state.speed) return;
      narrator.setSpeed(speed);
      set({ speed });
      applyWalk();
      tick();
    },
    /** The device voice to use, by its voiceURI; null leaves the choice to the app. */
    chooseVoice: (voice: string | null) => {
      narrator.chooseVoice(voice);
      if (state.playing) tick();
    },
    /** The volume of all sound, 0 to 1; a device voice cannot change within a sentence. */
    setMasterVolume: (level: number) => {
      platform.sound.setMasterVolume(level);
      narrator.setMasterVolume(level);
    },
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Looks for voices and opens the recording; returns a function that releases everything. */
    attach: () => {
      const detach = narrator.attach();
      const stopListening = platform.sound.onInterrupted(pause);
      return () => {
        pause();
        stopListening();
        detach();
        platform.sound.dispose();
      };
    },
  };
}
