import type { ScriptError } from './script-error.ts';
import type { AmbienceCue, BreatheCue, ChimeCue, PauseCue } from './script-timing.ts';
import { AMBIENCES, breatheDuration, CHIME_MS } from './script-timing.ts';

type Wrong = Omit<ScriptError, 'line'>;
type Placeless<C> = Omit<C, 'at'>;
type Directive = Placeless<PauseCue | ChimeCue> | Placeless<BreatheCue> | Placeless<AmbienceCue>;

const BREATHE_EXAMPLE = '[breathe in 4 hold 2 out 6 hold 2 x6] (the holds may be left out)';

function wrong(column: number, code: string, message: string): Wrong {
  return { column, code, message };
}

interface Token {
  text: string;
  /** From 1, in the line. */
  column: number;
}

function tokensOf(inner: string, from: number): Token[] {
  return [...inner.matchAll(/\S+/gu)].map((match) => ({
    text: match[0],
    column: from + match.index,
  }));
}

/** A number of seconds between two bounds, or what is wrong with it. */
function seconds(token: Token, min: number, max: number, code: string, decimals: number) {
  if (/^\d+,\d+$/u.test(token.text)) {
    const point = token.text.replace(',', '.');
    return wrong(token.column, 'decimal_comma', `Write ${point} with a point, not a comma.`);
  }
  const value = Number(token.text);
  const form = new RegExp(`^\\d{1,3}(?:\\.\\d{1,${decimals}})?$`, 'u');
  if (form.test(token.text) && value >= min && value <= max) return value;
  const most = decimals === 1 ? ', with at most one decimal' : '';
  const range = `a number of seconds from ${min} to ${max}${most}`;
  return wrong(token.column, code, `"${token.text}" must be ${range}.`);
}

function parsePause(args: Token[], end: number): Directive | Wrong {
  const [first, extra] = args;
  if (!first || extra) {
    return wrong(extra?.column ?? end, 'pause_form', 'Write a pause as [pause 4], in seconds.');
  }
  const value = seconds(first, 0.5, 120, 'pause_seconds', 3);
  if (typeof value !== 'number') return value;
  return { type: 'pause', duration: Math.round(value * 1000) };
}

function parseBreathe(args: Token[], end: number): Directive | Wrong {
  const form = (at?: Token) =>
    wrong(at?.column ?? end, 'breathe_form', `Write ${BREATHE_EXAMPLE}.`);
  const rest = [...args];
  const step = (name: string, optional: boolean): number | Wrong => {
    if (optional && rest[0]?.text !== name) return 0;
    const [word, amount] = rest.splice(0, 2);
    if (word?.text !== name || !amount) return form(word);
    return seconds(amount, 1, 15, 'breathe_seconds', 1);
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
    return wrong(times.column, 'breathe_cycles', message);
  }
  const [inhale = 0, holdIn = 0, out = 0, holdOut = 0] = values;
  const cue = { in: inhale, holdIn, out, holdOut, cycles };
  return { type: 'breathe', duration: breatheDuration(cue), ...cue };
}

function parseAmbience(args: Token[], end: number): Directive | Wrong {
  const [first, extra] = args;
  const name = AMBIENCES.find((known) => known === first?.text);
  if (name && !extra) return { type: 'ambience', duration: 0, name };
  const message = `An ambience is one of ${AMBIENCES.join(', ')}.`;
  return wrong((name ? extra : first)?.column ?? end, 'ambience_name', message);
}

function parseChime(args: Token[]): Directive | Wrong {
  const [extra] = args;
  if (extra) return wrong(extra.column, 'chime_form', 'A chime is written [chime], nothing more.');
  return { type: 'chime', duration: CHIME_MS };
}

const PARSERS = new Map<string, (args: Token[], end: number) => Directive | Wrong>([
  ['pause', parsePause],
  ['breathe', parseBreathe],
  ['ambience', parseAmbience],
  ['chime', parseChime],
]);

/** Reads one trimmed line that begins with `[`; a comment may follow the closing bracket. */
export function parseDirective(line: string): Directive | Wrong {
  const close = line.indexOf(']');
  if (close < 0) {
    return wrong(line.length + 1, 'unclosed_directive', 'The closing bracket ] is missing.');
  }
  const after = line.slice(close + 1);
  if (after.trim() !== '' && !after.trimStart().startsWith('#')) {
    const column = close + 2 + (after.length - after.trimStart().length);
    return wrong(column, 'text_after_directive', 'A cue stands on a line of its own.');
  }
  const [name, ...args] = tokensOf(line.slice(1, close), 2);
  const parse = PARSERS.get(name?.text ?? '');
  if (parse) return parse(args, close + 1);
  const message = `"${name?.text ?? ''}" is not a cue. Use pause, breathe, ambience or chime.`;
  return wrong(name?.column ?? 2, 'unknown_directive', message);
}
