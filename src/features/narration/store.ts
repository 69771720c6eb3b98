import type { Language } from '#shared/contract/fields.ts';
import type { AmbienceName, Cue } from '#shared/rules/script.ts';
import { recordingSource } from '#web/features/downloads/store.ts';
import { createSoundscape, type Soundscape } from '#web/features/soundscape/store.ts';
import { type DeviceVoice, findDeviceVoice } from './engine/device-voice.ts';
import { createNarrator } from './engine/narrator.ts';
import { openRecording, type Recording, type RecordingEvents } from './engine/recording.ts';
import { createTransport } from './engine/transport.ts';
import { localVoices, type VoiceWay } from './engine/voice.ts';
import { ambienceAt, momentAt, paceOf, untilNextChange, walk } from './model.ts';

/** What the player needs of the device; tests hand in their own. */
export interface Kit {
  now: () => number;
  /** Calls back once after so many milliseconds; returns how to call it off. */
  after: (ms: number, callback: () => void) => () => void;
  sound: Soundscape;
  openRecording: (url: string, durationMs: number, events: RecordingEvents) => Recording;
  findDeviceVoice: (
    language: Language,
    found: (voice: DeviceVoice) => void,
    chosen: string | null,
  ) => () => void;
  /** Lets the hand feel a breath turn, where the device can. */
  feel: (way: 'in' | 'out') => void;
}
export interface Script {
  cues: readonly Cue[];
  durationMs: number;
  language: Language;
  recordingUrl: string | null;
}
/** What the screen shows; the position is asked for on its own, as often as it is drawn. */
export interface PlayerState {
  playing: boolean;
  ended: boolean;
  /** Index of the cue under way. */
  cue: number;
  way: VoiceWay;
  voiceOn: boolean;
  /** A voice was there and is not any more; captions carry on. */
  voiceLost: boolean;
  /** 0.6 to 1.5 of the script's pace; breathing keeps its own. */
  speed: number;
}
export type Player = ReturnType<typeof createPlayer>;

/** A timer is never trusted for longer, in milliseconds. */
const TICK_MS = 1_000;
/** A chime that comes later than this is left out. */
const LATE_MS = 1_500;

function nothing() {}

/** Plays one script: moves its clock, and has each cue spoken, rung or shown when its time comes. */
export function createPlayer(script: Script, kit: Kit, startAt = 0) {
  const { cues, durationMs } = script;
  const transport = createTransport({ now: kit.now, durationMs, startAt });
  const listeners = new Set<() => void>();
  let state: PlayerState = {
    playing: false,
    ended: false,
    cue: momentAt(cues, startAt).index,
    way: 'captions',
    voiceOn: true,
    voiceLost: false,
    speed: 1,
  };
  let callOff: () => void = nothing;
  let pace = 1;
  let rung = -1;
  let breathed = '';

  const set = (change: Partial<PlayerState>) => {
    const keys = Object.keys(change) as (keyof PlayerState)[];
    if (keys.every((key) => state[key] === change[key])) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const narrator = createNarrator(script, kit, transport, {
    changed: (way, voiceLost) => set({ way, voiceLost }),
    refused: () => pause(),
    wake: () => tick(),
  });

  function tick() {
    callOff();
    const position = transport.position();
    const moment = momentAt(cues, position);
    kit.sound.ambience(ambienceAt(cues, position));
    keepPace(paceOf(moment.cue, state.speed));
    if (!state.playing) return set({ cue: moment.index });
    if (position >= durationMs) {
      stop();
      return set({ playing: false, ended: true, cue: moment.index });
    }
    ring(moment);
    narrator.at(moment);
    set({ cue: moment.index });
    // Speaking may have ended or failed at once, and ticked by itself.
    callOff();
    const change = narrator.holds(position) ? TICK_MS : untilNextChange(cues, position, durationMs);
    callOff = kit.after(Math.min(TICK_MS, change / pace + 1), tick);
  }

  function keepPace(next: number) {
    if (next === pace) return;
    pace = next;
    narrator.setRate(pace);
  }

  function ring({ index, cue, into, breath }: ReturnType<typeof momentAt>) {
    if (cue?.type === 'chime' && rung !== index && into < LATE_MS) {
      rung = index;
      kit.sound.chime();
    }
    const phase = breath ? `${index}/${breath.cycle}/${breath.phase}` : '';
    if (phase === breathed) return;
    breathed = phase;
    if (breath?.phase !== 'in' && breath?.phase !== 'out') return;
    kit.sound.breath(breath.phase);
    kit.feel(breath.phase);
  }

  function stop() {
    callOff();
    transport.pause();
    narrator.pause();
    kit.sound.stop();
  }
  function pause() {
    if (!state.playing) return;
    stop();
    set({ playing: false });
  }
  function seek(ms: number) {
    rung = -1;
    breathed = '';
    transport.seek(ms);
    narrator.seek();
    set({ ended: false });
    tick();
  }
  function play() {
    if (state.playing) return;
    if (transport.position() >= durationMs) seek(0);
    kit.sound.start();
    narrator.beforePlay();
    transport.play();
    narrator.play();
    set({ playing: true, ended: false });
    tick();
  }

  return {
    play,
    pause,
    seek,
    toggle: () => (state.playing ? pause() : play()),
    skip: (ms: number) => seek(transport.position() + ms),
    position: transport.position,
    playedMs: transport.playedMs,
    sinceSeekMs: transport.sinceSeekMs,
    ambience: (): AmbienceName => ambienceAt(cues, transport.position()),
    setVoice: (voiceOn: boolean) => {
      if (voiceOn === state.voiceOn) return;
      narrator.setOn(voiceOn);
      set({ voiceOn });
      if (state.playing) tick();
    },
    setSpeed: (speed: number) => {
      if (speed === state.speed) return;
      transport.setPace((from, ms) => walk(cues, from, ms, speed));
      narrator.setSpeed(speed);
      set({ speed });
      tick();
    },
    /** The device voice to speak with, by its address; null leaves the choice to the app. */
    chooseVoice: (voice: string | null) => {
      narrator.choose(voice);
      if (state.playing) tick();
    },
    /** Everything that sounds, from 0 to 1; a device voice cannot fade within a sentence. */
    fade: (level: number) => {
      kit.sound.fade(level);
      narrator.fade(level);
    },
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Looks for voices and opens the recording; returns how to put everything away. */
    attach: () => {
      const detach = narrator.attach();
      return () => {
        pause();
        detach();
        kit.sound.dispose();
      };
    },
  };
}

/** The device this runs on; `feel` is told of each breath by the player. */
export function browserKit(feel: Kit['feel']): Kit {
  return {
    now: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    sound: createSoundscape(),
    openRecording: (url, ...rest) => openRecording(recordingSource(url), ...rest),
    findDeviceVoice: (language, found, chosen) =>
      findDeviceVoice(language, found, globalThis.speechSynthesis, chosen),
    feel,
  };
}

/** The voices of this device that speak a language, told again whenever its list changes. */
export function watchVoices(
  language: Language,
  tell: (voices: SpeechSynthesisVoice[]) => void,
): () => void {
  const synth: SpeechSynthesis | undefined = globalThis.speechSynthesis;
  if (!synth) return () => {};
  const look = () => tell(localVoices(synth.getVoices(), language));
  look();
  synth.addEventListener('voiceschanged', look);
  return () => synth.removeEventListener('voiceschanged', look);
}

/** Says a sentence with the voice chosen, or with the one the app would choose; returns how to stop. */
export function sampleVoice(
  language: Language,
  chosen: string | null,
  text: string,
  speed: number,
): () => void {
  const events = { start: nothing, end: nothing, fail: nothing };
  let voice: DeviceVoice | null = null;
  const found = (one: DeviceVoice) => {
    voice = one;
    one.say(text, events, speed);
  };
  const stop = findDeviceVoice(language, found, globalThis.speechSynthesis, chosen);
  return () => {
    stop();
    voice?.cancel();
  };
}
