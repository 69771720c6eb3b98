import type { Language } from '#shared/contract/fields.ts';

/** How the words reach the person, the best first. */
export type VoiceWay = 'recording' | 'device' | 'captions';

/** The ways left to try once `way` has failed, the first that is there. */
export function nextWay(way: VoiceWay, deviceVoiceIsThere: boolean): VoiceWay {
  return way === 'recording' && deviceVoiceIsThere ? 'device' : 'captions';
}

type VoiceFacts = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService' | 'default'> & {
  voiceURI?: string;
};

const REGIONS: Record<Language, string> = { en: 'en-gb', fr: 'fr-fr' };
// macOS lists its jokes (Bells, Zarvox) and its robots (Eddy, Grandma) among the voices, in alphabetical order.
const UNFIT =
  /^(albert|bad news|bahh|bells|boing|bubbles|cellos|good news|jester|organ|superstar|trinoids|whisper|wobble|zarvox|deranged|hysterical|fred|junior|kathy|ralph|eddy|flo|grandma|grandpa|jacques|reed|rocko|sandy|shelley)\b/i;
const FINE = /enhanced|premium|natural|neural|siri|améliorée|étendue/i;

/**
 * The voices that speak a language on the device itself.
 * Remote voices are left out: they would send the script away and fall silent in the air.
 */
export function localVoices<V extends VoiceFacts>(voices: readonly V[], language: Language): V[] {
  return voices.filter(
    (voice) => voice.localService && voice.lang.toLowerCase().split(/[-_]/u)[0] === language,
  );
}

/** The voice a person chose, while it is there; else the calmest local one, or null without any. */
export function pickVoice<V extends VoiceFacts>(
  voices: readonly V[],
  language: Language,
  chosen: string | null = null,
): V | null {
  const score = (voice: V) =>
    (FINE.test(voice.name) ? 8 : 0) +
    (voice.lang.toLowerCase().replace('_', '-') === REGIONS[language] ? 4 : 0) +
    (voice.default ? 2 : 0) -
    (UNFIT.test(voice.name) ? 16 : 0);
  const local = localVoices(voices, language);
  const own = local.find((voice) => voice.voiceURI === chosen);
  if (own) return own;
  return local.reduce<V | null>(
    (best, voice) => (best && score(best) >= score(voice) ? best : voice),
    null,
  );
}

const CHUNK = 160;

/** Cuts a long sentence at its commas: some engines fall silent about 15 s into one utterance. */
export function utterances(text: string): string[] {
  if (text.length <= CHUNK) return [text];
  const pieces: string[] = [];
  for (const clause of text.split(/(?<=[,;:—–…])\s+/u)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + clause.length < CHUNK)
      pieces[pieces.length - 1] = `${last} ${clause}`;
    else pieces.push(clause);
  }
  return pieces;
}

/** What is left of a sentence once a part (0 to 1) of its time has gone: whole words only. */
export function restOf(text: string, gone: number): string {
  if (gone <= 0.15) return text;
  const from = text.indexOf(' ', Math.floor(text.length * gone));
  return from < 0 ? '' : text.slice(from + 1);
}
