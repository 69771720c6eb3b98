import type { Language } from '#shared/contract/fields.ts';
import { pickVoice, utterances } from './voice.ts';

/** Speaks one sentence at a time; a new one, or `cancel`, silences the one before without its `end`. */
export interface DeviceVoice {
  /** `speed` 1 is the script's own pace. */
  say: (text: string, events: SayEvents, speed?: number) => void;
  cancel: () => void;
}
export interface SayEvents {
  start: () => void;
  end: () => void;
  fail: (reason: string) => void;
}

/** Slower than the device's habit: the script's pace is that of someone who has time. */
const RATE = 0.9;
const OURS = new Set(['interrupted', 'canceled']);

/** The part of the browser's speech this module uses, so that a test can stand in for it. */
export interface Synth {
  getVoices: () => SpeechSynthesisVoice[];
  speak: (utterance: SpeechSynthesisUtterance) => void;
  cancel: () => void;
  addEventListener?: (type: 'voiceschanged', listener: () => void) => void;
  removeEventListener?: (type: 'voiceschanged', listener: () => void) => void;
}

/**
 * Looks for a local voice, now and whenever the device's list changes (Chrome fills it late).
 * `found` is called at most once; returns how to stop looking.
 */
export function findDeviceVoice(
  language: Language,
  found: (voice: DeviceVoice) => void,
  synth: Synth | undefined = globalThis.speechSynthesis,
  chosen: string | null = null,
): () => void {
  if (!synth) return () => {};
  const look = () => {
    const voice = pickVoice(synth.getVoices(), language, chosen);
    if (!voice) return;
    synth.removeEventListener?.('voiceschanged', look);
    found(createDeviceVoice(synth, voice));
  };
  synth.addEventListener?.('voiceschanged', look);
  look();
  return () => synth.removeEventListener?.('voiceschanged', look);
}

/** The device's voice. It never uses the engine's own pause, which Chrome does not come back from. */
export function createDeviceVoice(
  synth: Synth,
  voice: SpeechSynthesisVoice,
  utter: (text: string) => SpeechSynthesisUtterance = (text) => new SpeechSynthesisUtterance(text),
): DeviceVoice {
  let turn = 0;
  // Chrome drops the events of an utterance that nobody holds on to.
  let held: SpeechSynthesisUtterance[] = [];

  const cancel = () => {
    turn++;
    held = [];
    synth.cancel();
  };
  const say = (text: string, events: SayEvents, speed = 1) => {
    cancel();
    const mine = turn;
    held = utterances(text).map((piece) =>
      Object.assign(utter(piece), { rate: RATE * speed, voice }),
    );
    let left = held.length;
    for (const utterance of held) {
      utterance.lang = voice.lang;
      utterance.addEventListener('start', () => turn === mine && events.start());
      utterance.addEventListener('end', () => turn === mine && --left === 0 && events.end());
      utterance.addEventListener('error', ({ error }) => {
        if (turn !== mine || OURS.has(error)) return;
        turn++;
        events.fail(error);
      });
      synth.speak(utterance);
    }
  };
  return { say, cancel };
}
