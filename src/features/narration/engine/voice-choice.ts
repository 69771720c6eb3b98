import type { Language } from '#shared/rules/languages.ts';
import { type DeviceVoice, watchForDeviceVoice } from './device-voice.ts';
import { filterLocalVoices } from './voice.ts';

function nothing() {}

/**
 * Calls `tell` with the speech voices installed on the device for a language, now and whenever the list changes;
 * returns a function that stops. Without speech synthesis it is never called.
 */
export function watchDeviceVoices(
  language: Language,
  tell: (voices: SpeechSynthesisVoice[]) => void,
): () => void {
  const synth: SpeechSynthesis | undefined = globalThis.speechSynthesis;
  if (!synth) return () => {};
  const look = () => tell(filterLocalVoices(synth.getVoices(), language));
  look();
  synth.addEventListener('voiceschanged', look);
  return () => synth.removeEventListener('voiceschanged', look);
}

/**
 * Speaks a sample text with the voice `chosen` by its voiceURI, or for null the app's choice; returns a function that
 * stops it.
 */
export function playVoiceSample(
  language: Language,
  chosen: string | null,
  text: string,
  speed: number,
): () => void {
  const events = { start: nothing, end: nothing, fail: nothing };
  let voice: DeviceVoice | null = null;
  const found = (one: DeviceVoice) => {
    voice = one;
    one.speak(text, events, speed);
  };
  const stop = watchForDeviceVoice(language, found, globalThis.speechSynthesis, chosen);
  return () => {
    stop();
    voice?.cancel();
  };
}
