import type { MissingNarrationsRun } from '#shared/contract/admin-narration.ts';
import type { Pronunciation, VoiceStyleTarget, VoiceStyle } from '#shared/rules/speech.ts';

/** Whether a run speaks or waits to go on. */
export const isNarrationRunUnderWay = ({ state }: Pick<MissingNarrationsRun, 'state'>): boolean =>
  state === 'running' || state === 'paused';

const MILLION = 1_000_000;

/**
 * Parses a ceiling that an admin typed to characters: an amount of money where `price` (of a million characters) is known,
 * else characters. Null for an empty field, which is no ceiling; undefined for what is none.
 */
export function parseCeiling(typed: string, price: number | null): number | null | undefined {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.');
  if (text === '') return null;
  const amount = Number(text);
  if (!Number.isFinite(amount) || amount < 0) return undefined;
  const characters = price === null ? amount : price === 0 ? 0 : (amount * MILLION) / price;
  return characters > 1000 * MILLION ? undefined : Math.floor(characters);
}

/** What the page shows: what is missing, what waits to be approved, or how sessions are spoken. */
export const NARRATION_VIEWS = ['missing', 'approve', 'voices'] as const;
export type NarrationView = (typeof NARRATION_VIEWS)[number];

/** Returns the address of a view of the page. */
export const getNarrationHref = (view: NarrationView): string =>
  view === 'missing' ? '/admin/narration' : `/admin/narration?view=${view}`;

/** What a key does while a recording is listened to. */
export const LISTENING_KEYS = {
  play: ' ',
  next: 'ArrowDown',
  previous: 'ArrowUp',
  again: 'r',
  otherwise: 'e',
  approve: 'a',
  skip: 'n',
} as const;
export type ListeningAction = keyof typeof LISTENING_KEYS;

/** Finds what a key does; null for a key that does nothing here, and with a modifier, which is the browser's. */
export function findListeningAction(press: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): ListeningAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const actions = Object.keys(LISTENING_KEYS) as ListeningAction[];
  return actions.find((action) => LISTENING_KEYS[action] === key) ?? null;
}

interface Spoken {
  /** Where a sentence begins and ends, in milliseconds. */
  from: number;
  to: number;
}

/** How long is listened on after a sentence before the pause that follows it is left out, in milliseconds. */
const AFTER_MS = 300;

/**
 * Decides what is heard next: null while the sentence goes on, `end` after the last one, else the place to be at, which
 * leaves out a long pause.
 */
export function findNextPlaybackMoment(
  sentences: readonly Spoken[],
  current: number,
  atMs: number,
): { index: number; atMs: number } | 'end' | null {
  const now = sentences[current];
  if (!now || atMs < now.to) return null;
  const next = sentences[current + 1];
  if (!next) return atMs < now.to + AFTER_MS ? null : 'end';
  if (atMs >= next.from) return { index: current + 1, atMs };
  return atMs < now.to + AFTER_MS ? null : { index: current + 1, atMs: next.from };
}

const SPEEDS = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.3];

/** Lists the speeds that can be chosen, as options of a select. */
export const listSpeedOptions = (language: string): { value: string; label: string }[] =>
  SPEEDS.map((speed) => ({
    value: String(speed),
    label: `× ${speed.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB')}`,
  }));

/** How the sessions of a kind or an author are spoken, as typed. */
export interface TypedVoiceStyle {
  target: VoiceStyleTarget;
  voice: string;
  speed: string;
  style: string;
}

/** Lists everything a voice can be chosen for, with what is stored for it. */
export const toTypedStyles = (
  styles: readonly VoiceStyle[],
  targets: readonly VoiceStyleTarget[],
): TypedVoiceStyle[] => {
  const stored = styles.map(({ target }) => target);
  return [...new Set([...targets, ...stored])].map((target) => {
    const { voice, speed, style } = styles.find((one) => one.target === target) ?? {};
    return { target, voice: voice ?? '', speed: speed ? String(speed) : '', style: style ?? '' };
  });
};

/** Converts what was typed to what is stored: without the targets of which nothing is said. */
export const toStoredStyles = (typed: readonly TypedVoiceStyle[]): VoiceStyle[] =>
  typed
    .map(({ target, voice, speed, style }) => ({
      target,
      voice: voice.trim() || null,
      speed: speed === '' ? null : Number(speed),
      style: style.trim() || null,
    }))
    .filter(({ voice, speed, style }) => voice !== null || speed !== null || style !== null);

/** Converts typed pronunciations to what is stored: without the empty ones. */
export const toStoredPronunciations = (pronunciations: readonly Pronunciation[]): Pronunciation[] =>
  pronunciations
    .map(({ written, spoken }) => ({ written: written.trim(), spoken: spoken.trim() }))
    .filter(({ written, spoken }) => written !== '' || spoken !== '');

/** Whether pronunciations are whole, and of each word there is one. */
export const arePronunciationsValid = (pronunciations: readonly Pronunciation[]): boolean =>
  pronunciations.every(({ written, spoken }) => written !== '' && spoken !== '') &&
  new Set(pronunciations.map(({ written }) => written)).size === pronunciations.length;
