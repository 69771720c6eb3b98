import { findForbiddenWords } from './forbidden-words.ts';
import { findUnsafeHomework, listClosingParagraphs } from './homework.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { parseScript } from './script.ts';
import { timeScript } from './script-lines.ts';
import { countWords } from './spoken-words.ts';
import {
  type Cue,
  SELF_RATING_NAMES,
  type ScriptCategory,
  type ScriptKind,
  type SessionForm,
} from './script-timing.ts';
import { findSourceFault } from './sources.ts';
import {
  type ExposureDemands,
  type ScriptFigures,
  MAX_COMFORTABLE_SENTENCE_WORDS,
} from './session-figures.ts';
import { measureExposureDemands, measureScriptFigures } from './session-figures.ts';

/** A finding in a session's script: its code, and the values for the sentence that explains it. */
export interface ScriptFinding {
  code: string;
  /** From 1; null where it is about the whole script. */
  line: number | null;
  /** From 1, in the line. */
  column?: number;
  values: Record<string, string | number>;
  /** Whether it is only advice, which does not prevent publication. */
  isAdvice: boolean;
  /** The parser's own sentence, in English. */
  message?: string;
}

/** The properties of a session that decide which limits apply to its scripts. */
export interface SessionFactsForChecks {
  kind: ScriptKind;
  category: ScriptCategory;
  form: SessionForm;
  access: 'free' | 'pass';
}

interface Range {
  least: number;
  most: number;
}

/** The ranges of docs/decisions/014-starter-library.md. */
const MINUTES: Record<SessionForm, Range> = {
  sos: { least: 1, most: 3 },
  seat: { least: 2, most: 4.5 },
  full: { least: 3, most: 12 },
  long: { least: 15, most: 30 },
};
const MEAN_SENTENCE: Record<SessionForm, Range> = {
  sos: { least: 4, most: 11 },
  seat: { least: 4, most: 11 },
  full: { least: 6, most: 16 },
  long: { least: 6, most: 16 },
};
const MAX_SENTENCE_WORDS = 26;
const MAX_LONG_SHARE = 0.15;
/** Spoken words a minute, silences between sentences counted; the pace itself is the parser's. */
const SPEED = { least: 78, most: 132 };
/** The least of an exposure: docs/decisions/047-doses-and-habits.md. */
const LEAST_STAY_MS = 45_000;
const LEAST_SHARE = 1 / 3;

const createFault = (
  code: string,
  values: ScriptFinding['values'] = {},
  line: number | null = null,
): ScriptFinding => ({ code, line, values, isAdvice: false });

/**
 * Compares the figures of a script (minutes, words a minute, lengths of sentences) with the limits for its form; a
 * technical session without sources gets `no_source`. Empty when all is in range.
 */
export function findScriptFigureFaults(
  { category, form }: Pick<SessionFactsForChecks, 'category' | 'form'>,
  figures: ScriptFigures,
): ScriptFinding[] {
  const { minutes, wordsAMinute, meanSentence, longestSentence, longShare, sources } = figures;
  const length = MINUTES[form];
  const mean = MEAN_SENTENCE[form];
  const isOutside = (value: number, { least, most }: Range) => value < least || value > most;
  const round = (value: number) => Math.round(value * 10) / 10;
  return [
    ...(isOutside(minutes, length)
      ? [createFault('length', { minutes: Math.round(minutes * 100) / 100, ...length })]
      : []),
    ...(isOutside(wordsAMinute, SPEED)
      ? [createFault('speed', { words: Math.round(wordsAMinute), ...SPEED })]
      : []),
    ...(isOutside(meanSentence, mean)
      ? [createFault('mean_sentence', { words: round(meanSentence), ...mean })]
      : []),
    ...(longestSentence > MAX_SENTENCE_WORDS
      ? [createFault('longest_sentence', { words: longestSentence, most: MAX_SENTENCE_WORDS })]
      : []),
    ...(longShare > MAX_LONG_SHARE
      ? [
          createFault('long_share', {
            percent: Math.round(longShare * 100),
            words: MAX_COMFORTABLE_SENTENCE_WORDS,
            most: MAX_LONG_SHARE * 100,
          }),
        ]
      : []),
    ...(category === 'technical' && sources.length === 0 ? [createFault('no_source')] : []),
  ];
}

/**
 * Checks that a script asks neither too much nor too little of its listener: a rating that is asked for only once; an
 * exposure (`load`) that lacks a rating or stays too briefly; a free session that asks for ratings or waits.
 */
export function findExposureFaults(
  { kind, access }: Pick<SessionFactsForChecks, 'kind' | 'access'>,
  { asks, waits, longestStayMs, stayShare }: ExposureDemands,
): ScriptFinding[] {
  const asked = SELF_RATING_NAMES.flatMap((name) => {
    if (asks[name] === 1) return [createFault('asked_once', { name })];
    return kind === 'load' && asks[name] === 0 ? [createFault('never_asked', { name })] : [];
  });
  const isShort = kind === 'load' && longestStayMs < LEAST_STAY_MS;
  const isTalkative = kind === 'load' && stayShare < LEAST_SHARE;
  return [
    ...asked,
    ...(isShort
      ? [
          createFault('short_stay', {
            seconds: Math.round(longestStayMs / 1000),
            least: LEAST_STAY_MS / 1000,
          }),
        ]
      : []),
    ...(isTalkative ? [createFault('stay_share', { percent: Math.round(stayShare * 100) })] : []),
    ...(access === 'free' && asks.fear + asks.sure + waits > 0 ? [createFault('free_waits')] : []),
  ];
}

/**
 * Checks the script of a session in one language, comparison with the other language excluded. Findings about the whole
 * script (`line` null) come first. A script that cannot be parsed gets only its errors and the faults of its lines.
 */
export function findScriptFindings(
  text: string,
  language: Language,
  rules: SessionFactsForChecks,
): ScriptFinding[] {
  const options = { language, kind: rules.kind, category: rules.category };
  const parsed = parseScript(text, options);
  const atLines = findLineFaults(text, language, rules);
  if (!parsed.ok) {
    const errors = parsed.errors.map(({ line, column, code, message }) => ({
      ...createFault(`script_${code}`, {}, line),
      ...(column !== undefined && { column }),
      message,
    }));
    return [...errors, ...atLines].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  }
  const { header, cues, durationMs } = parsed;
  const heads = [header.title, header.summary].flatMap((sentence) =>
    findForbiddenWords(sentence, language).map((word) => createFault('forbidden', { word }, 1)),
  );
  const figures = measureScriptFigures(cues, durationMs, header.sources);
  // Each sentence that is too long is named at its line.
  const ranges = cues.some(({ type }) => type === 'say')
    ? findScriptFigureFaults(rules, figures).filter(({ code }) => code !== 'longest_sentence')
    : [];
  return [
    ...ranges,
    ...findExposureFaults(rules, measureExposureDemands(cues, durationMs)),
    ...heads,
    ...atLines,
  ];
}

/** Findings at the lines of text. */
function findLineFaults(
  text: string,
  language: Language,
  rules: SessionFactsForChecks,
): ScriptFinding[] {
  const { lines } = timeScript(text, { language, ...rules });
  const raw = text.split(/\r\n|\r|\n/u);
  const closing = new Set(listClosingParagraphs(text));
  const head = raw.slice(
    0,
    raw.findIndex((line) => line.trim() === '---'),
  );
  const sources = head.flatMap((line, index) =>
    /^\s*source\s*:\s*\S/u.test(line) && findSourceFault(line)
      ? [createFault('inexact_source', {}, index + 1)]
      : [],
  );
  const spoken = lines.flatMap(({ line, cues }) => {
    const said = cues.flatMap((cue: Cue) => (cue.type === 'say' ? [cue.text] : []));
    const paragraph = raw[line - 1] ?? '';
    const alone = closing.has(paragraph) ? findUnsafeHomework([paragraph], language) : [];
    return [
      ...said.flatMap((sentence) => findSentenceFaults(sentence, language, line)),
      ...alone.map(() => createFault('alone', {}, line)),
    ];
  });
  return [...sources, ...spoken];
}

function findSentenceFaults(sentence: string, language: Language, line: number): ScriptFinding[] {
  const words = countWords(sentence);
  const forbidden = findForbiddenWords(sentence, language).map((word) =>
    createFault('forbidden', { word }, line),
  );
  if (words <= MAX_COMFORTABLE_SENTENCE_WORDS) return forbidden;
  const isTooLong = words > MAX_SENTENCE_WORDS;
  const most = isTooLong ? MAX_SENTENCE_WORDS : MAX_COMFORTABLE_SENTENCE_WORDS;
  const long = createFault('longest_sentence', { words, most }, line);
  return [...forbidden, { ...long, isAdvice: !isTooLong }];
}

/**
 * Checks both scripts of a session against `rules`; returns the findings of each, advice included. A rating that one
 * script asks for more often than the other is a finding in both.
 */
export function findSessionFindings(
  scripts: Record<Language, string>,
  rules: SessionFactsForChecks,
): Record<Language, ScriptFinding[]> {
  const asks = LANGUAGES.map((language) => {
    const { cues, durationMs } = timeScript(scripts[language], { language, ...rules });
    return measureExposureDemands(cues, durationMs).asks;
  });
  const differing = SELF_RATING_NAMES.filter((name) => asks[0]?.[name] !== asks[1]?.[name]).map(
    (name) => createFault('asked_differently', { name }),
  );
  const find = (language: Language) => [
    ...differing,
    ...findScriptFindings(scripts[language], language, rules),
  ];
  return { en: find('en'), fr: find('fr') };
}
