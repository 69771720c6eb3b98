import type { Language } from './languages.ts';
import { spellPhoneNumbers } from './phone-numbers.ts';

/** What a provider is asked to speak, and how. */
export interface SpeechRequest {
  text: string;
  language: Language;
  /** Null for the voice of the settings. */
  voice: string | null;
  /** 1 is the provider's own; null leaves it to the provider. */
  speed: number | null;
  /** How it is to be said, in words, for a provider that understands them. */
  style: string | null;
  /** Counts how often this sentence was asked for again: another take is spoken anew. */
  take: number;
}

/** How a word is said in a language: `written` stands in scripts, `spoken` is what a provider is given in its place. */
export interface Pronunciation {
  written: string;
  spoken: string;
}

/** Who and what a voice can be chosen for: short help, either kind of session, or an author by `author:<slug>`. */
export const STYLE_TARGETS = ['flow', 'load', 'sos'] as const;
export type VoiceStyleTarget = (typeof STYLE_TARGETS)[number] | `author:${string}`;

/** Voice and manner of the sessions of a kind or an author; null where they are those of the others. */
export interface VoiceStyle {
  target: VoiceStyleTarget;
  voice: string | null;
  speed: number | null;
  style: string | null;
}

/** How the sessions of a language are spoken. */
export interface NarrationSettings {
  words: Pronunciation[];
  styles: VoiceStyle[];
}

/** A sentence of a session that is said otherwise than the rest: another take, its own speed or other words. */
export interface SentenceTake {
  text: string;
  take: number;
  speed: number | null;
  /** What a provider is given in place of the sentence. */
  spoken: string | null;
}

/** What decides who speaks a session. */
export interface SpeakerChoiceFacts {
  kind: 'flow' | 'load';
  form: string;
  author: string;
}

/** The slowest and the fastest that a sentence may be asked for. */
export const SPEECH_SPEED = { min: 0.5, max: 1.5 } as const;

const escape = (written: string) => written.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/**
 * Replaces each listed word by how it is said: whole words alone, as they are written, the longest first; what was put in
 * is not looked at again.
 */
export function applyPronunciations(
  text: string,
  pronunciations: readonly Pronunciation[],
): string {
  if (pronunciations.length === 0) return text;
  const spoken = new Map(pronunciations.map((word) => [word.written, word.spoken]));
  const longestFirst = [...spoken.keys()].toSorted((one, other) => other.length - one.length);
  const any = longestFirst.map(escape).join('|');
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${any})(?![\p{L}\p{N}])`, 'gu');
  return text.replaceAll(pattern, (found) => spoken.get(found) ?? found);
}

/**
 * Decides what a provider is asked for to speak a sentence of a session. The author's voice goes before that of short
 * help, and that before the kind's, each for itself: voice, speed and style. What is set for the sentence goes before all.
 */
export function buildSpeechRequest(
  { words, styles }: NarrationSettings,
  { kind, form, author }: SpeakerChoiceFacts,
  language: Language,
  text: string,
  own?: Pick<SentenceTake, 'take' | 'speed' | 'spoken'>,
): SpeechRequest {
  const targets = [`author:${author}`, ...(form === 'sos' ? ['sos'] : []), kind];
  const found = targets.flatMap((target) => styles.find((one) => one.target === target) ?? []);
  const choose = <Name extends 'voice' | 'speed' | 'style'>(name: Name): VoiceStyle[Name] | null =>
    found.find((one) => one[name] !== null)?.[name] ?? null;
  return {
    text: own?.spoken ?? applyPronunciations(spellPhoneNumbers(text), words),
    language,
    voice: choose('voice'),
    speed: own?.speed ?? choose('speed'),
    style: choose('style'),
    take: own?.take ?? 0,
  };
}
