import type { Language } from '#shared/rules/languages.ts';
import { spellPhoneNumbers } from '#shared/rules/phone-numbers.ts';
import { pickDeviceVoice, splitIntoUtterances } from './voice.ts';

/** Speaks one sentence at a time; a new one, or `cancel`, silences the former without its `end` event. */
export interface DeviceVoice {
  /** `speed` 1 is the script's own pace. */
  speak: (text: string, events: SpeechCallbacks, speed?: number) => void;
  cancel: () => void;
}
export interface SpeechCallbacks {
  start: () => void;
  end: () => void;
  fail: (reason: string) => void;
}

/** Slower than the device's default: scripts are read calmly. */
const RATE = 0.9;
const CANCEL_ERRORS = new Set(['interrupted', 'canceled']);

/** The part of speechSynthesis used here, so that tests can replace it. */
export interface UsedSpeechSynthesis {
  getVoices: () => SpeechSynthesisVoice[];
  speak: (utterance: SpeechSynthesisUtterance) => void;
  cancel: () => void;
  addEventListener?: (type: 'voiceschanged', listener: () => void) => void;
  removeEventListener?: (type: 'voiceschanged', listener: () => void) => void;
}

/**
 * Looks for a speech voice installed on the device for a language, now and whenever the device's list changes (Chrome
 * fills it late). Calls `onFound` once at most; returns a function that stops looking. `chosen` is the voiceURI to
 * prefer.
 */
export function watchForDeviceVoice(
  language: Language,
  onFound: (voice: DeviceVoice) => void,
  synth: UsedSpeechSynthesis | undefined = globalThis.speechSynthesis,
  chosen: string | null = null,
): () => void {
  if (!synth) return () => {};
  const look = () => {
    const voice = pickDeviceVoice(synth.getVoices(), language, chosen);
    if (!voice) return;
    synth.removeEventListener?.('voiceschanged', look);
    onFound(createDeviceVoice(synth, voice));
  };
  synth.addEventListener?.('voiceschanged', look);
  look();
  return () => synth.removeEventListener?.('voiceschanged', look);
}

/**
 * Creates a DeviceVoice that speaks with this voice. It never uses speechSynthesis.pause, from which Chrome does not
 * resume.
 */
export function createDeviceVoice(
  synth: UsedSpeechSynthesis,
  voice: SpeechSynthesisVoice,
  createUtterance: (text: string) => SpeechSynthesisUtterance = (text) =>
    new SpeechSynthesisUtterance(text),
): DeviceVoice {
  let turn = 0;
  // Chrome drops the events of utterances that are garbage-collected, so references are kept.
  let pendingUtterances: SpeechSynthesisUtterance[] = [];

  const cancel = () => {
    turn++;
    pendingUtterances = [];
    synth.cancel();
  };
  const speak = (text: string, events: SpeechCallbacks, speed = 1) => {
    cancel();
    const mine = turn;
    pendingUtterances = splitIntoUtterances(spellPhoneNumbers(text)).map((piece) =>
      Object.assign(createUtterance(piece), { rate: RATE * speed, voice }),
    );
    let left = pendingUtterances.length;
    for (const utterance of pendingUtterances) {
      utterance.lang = voice.lang;
      utterance.addEventListener('start', () => turn === mine && events.start());
      utterance.addEventListener('end', () => turn === mine && --left === 0 && events.end());
      utterance.addEventListener('error', ({ error }) => {
        if (turn !== mine || CANCEL_ERRORS.has(error)) return;
        turn++;
        events.fail(error);
      });
      synth.speak(utterance);
    }
  };
  return { speak, cancel };
}
