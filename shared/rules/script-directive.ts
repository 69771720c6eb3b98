import type { ScriptError } from './script-error.ts';
import type { Cue } from './script-timing.ts';
import { CAUTION_NAMES } from './cautions.ts';
import {
  AMBIENCES,
  CHIME_MS,
  computeBreatheCueDurationMs,
  ASSUMED_SELF_RATING_MS,
  SELF_RATING_NAMES,
  SCRIPT_SOUNDS,
  ASSUMED_WAIT_MS,
} from './script-timing.ts';

type DirectiveError = Omit<ScriptError, 'line'>;
type WithoutStart<C> = C extends Cue ? Omit<C, 'at'> : never;
type Directive = WithoutStart<Exclude<Cue, { type: 'say' }>>;

const BREATHE_EXAMPLE = '[breathe in 4 hold 2 out 6 hold 2 x6] (the holds may be left out)';

function createError(column: number, code: string, message: string): DirectiveError {
  return { column, code, message };
}

interface Token {
  text: string;
  /** From 1, in the line. */
  column: number;
}

function tokenize(inner: string, from: number): Token[] {
  return [...inner.matchAll(/\S+/gu)].map((match) => ({
    text: match[0],
    column: from + match.index,
  }));
}

/** Parses a number of seconds between two bounds; returns the error if it is not one. */
function parseSeconds(token: Token, min: number, max: number, code: string, decimals: number) {
  if (/^\d+,\d+$/u.test(token.text)) {
    const point = token.text.replace(',', '.');
    return createError(token.column, 'decimal_comma', `Write ${point} with a point, not a comma.`);
  }
  const value = Number(token.text);
  const form = new RegExp(`^\\d{1,3}(?:\\.\\d{1,${decimals}})?$`, 'u');
  if (form.test(token.text) && value >= min && value <= max) return value;
  const most = decimals === 1 ? ', with at most one decimal' : '';
  const range = `a number of seconds from ${min} to ${max}${most}`;
  return createError(token.column, code, `"${token.text}" must be ${range}.`);
}

const MIN_PAUSE_S = 0.5;
const MAX_PAUSE_S = 120;

function parsePause(args: Token[], end: number): Directive | DirectiveError {
  const [first, extra] = args;
  if (!first || extra) {
    return createError(
      extra?.column ?? end,
      'pause_form',
      'Write a pause as [pause 4], in seconds.',
    );
  }
  const value = parseSeconds(first, MIN_PAUSE_S, MAX_PAUSE_S, 'pause_seconds', 3);
  if (typeof value !== 'number') return value;
  return { type: 'pause', duration: Math.round(value * 1000) };
}

function parseSound(args: Token[], end: number): Directive | DirectiveError {
  const [first, seconds, extra] = args;
  const name = SCRIPT_SOUNDS.find((known) => known === first?.text);
  if (!name) {
    const message = `A sound is one of ${SCRIPT_SOUNDS.join(', ')}.`;
    return createError(first?.column ?? end, 'sound_name', message);
  }
  if (!seconds || extra) {
    const message = 'Write a sound as [sound rain 20], in seconds.';
    return createError(extra?.column ?? end, 'sound_form', message);
  }
  const value = parseSeconds(seconds, MIN_PAUSE_S, MAX_PAUSE_S, 'sound_seconds', 3);
  if (typeof value !== 'number') return value;
  return { type: 'sound', duration: Math.round(value * 1000), name };
}

function parseBreathe(args: Token[], end: number): Directive | DirectiveError {
  const form = (at?: Token) =>
    createError(at?.column ?? end, 'breathe_form', `Write ${BREATHE_EXAMPLE}.`);
  const rest = [...args];
  const step = (name: string, optional: boolean): number | DirectiveError => {
    if (optional && rest[0]?.text !== name) return 0;
    const [word, amount] = rest.splice(0, 2);
    if (word?.text !== name || !amount) return form(word);
    return parseSeconds(amount, 1, 15, 'breathe_seconds', 1);
  };
  const values: number[] = [];
  for (const [name, optional] of [
    ['in', false],
    ['hold', true],
    ['out', false],
    ['hold', true],
  ] as const) {
    const value = step(name, optional);
    if (typeof value !== 'number') return value;
    values.push(value);
  }
  const [times, extra] = rest;
  if (!times || extra || !times.text.startsWith('x')) return form(extra ?? times);
  const cycles = /^x\d{1,2}$/u.test(times.text) ? Number(times.text.slice(1)) : 0;
  if (cycles < 1 || cycles > 30) {
    const message = `"${times.text}" must be x1 to x30: how many breaths.`;
    return createError(times.column, 'breathe_cycles', message);
  }
  const [inhale = 0, holdIn = 0, out = 0, holdOut = 0] = values;
  const cue = { in: inhale, holdIn, out, holdOut, cycles };
  return { type: 'breathe', duration: computeBreatheCueDurationMs(cue), ...cue };
}

function parseAmbience(args: Token[], end: number): Directive | DirectiveError {
  const [first, extra] = args;
  const name = AMBIENCES.find((known) => known === first?.text);
  if (name && !extra) return { type: 'ambience', duration: 0, name };
  const message = `An ambience is one of ${AMBIENCES.join(', ')}.`;
  return createError((name ? extra : first)?.column ?? end, 'ambience_name', message);
}

function parseChime(args: Token[]): Directive | DirectiveError {
  const [extra] = args;
  if (extra)
    return createError(extra.column, 'chime_form', 'A chime is written [chime], nothing more.');
  return { type: 'chime', duration: CHIME_MS };
}

function parseWait(args: Token[]): Directive | DirectiveError {
  const [extra] = args;
  if (extra)
    return createError(extra.column, 'wait_form', 'A wait is written [wait], nothing more.');
  return { type: 'wait', duration: ASSUMED_WAIT_MS };
}

function parseRate(args: Token[], end: number): Directive | DirectiveError {
  const [first, extra] = args;
  const name = SELF_RATING_NAMES.find((known) => known === first?.text);
  if (name && !extra) return { type: 'rate', duration: ASSUMED_SELF_RATING_MS, name };
  const message = `Write a rating as ${SELF_RATING_NAMES.map((known) => `[rate ${known}]`).join(' or ')}.`;
  return createError((name ? extra : first)?.column ?? end, 'rate_name', message);
}

/** Reports a caution that has no wording; those that have one are never parsed as a cue. */
function parseCaution(args: Token[], end: number): DirectiveError {
  const message = `Write a caution as one of ${CAUTION_NAMES.map((known) => `[caution ${known}]`).join(', ')}.`;
  return createError(args[0]?.column ?? end, 'caution_name', message);
}

const PARSERS = new Map<string, (args: Token[], end: number) => Directive | DirectiveError>([
  ['pause', parsePause],
  ['breathe', parseBreathe],
  ['ambience', parseAmbience],
  ['chime', parseChime],
  ['sound', parseSound],
  ['wait', parseWait],
  ['rate', parseRate],
  ['caution', parseCaution],
]);

/**
 * Parses one trimmed line that begins with `[`; a comment may follow the closing bracket. Returns the cue without its
 * start time, or an error (which has `code`) with its column in the line.
 */
export function parseScriptDirective(line: string): Directive | DirectiveError {
  const close = line.indexOf(']');
  if (close < 0) {
    return createError(line.length + 1, 'unclosed_directive', 'The closing bracket ] is missing.');
  }
  const after = line.slice(close + 1);
  if (after.trim() !== '' && !after.trimStart().startsWith('#')) {
    const column = close + 2 + (after.length - after.trimStart().length);
    return createError(column, 'text_after_directive', 'A cue stands on a line of its own.');
  }
  const [name, ...args] = tokenize(line.slice(1, close), 2);
  const parse = PARSERS.get(name?.text ?? '');
  if (parse) return parse(args, close + 1);
  const known = [...PARSERS.keys()].join(', ');
  const message = `"${name?.text ?? ''}" is not a cue. Use one of ${known}.`;
  return createError(name?.column ?? 2, 'unknown_directive', message);
}
