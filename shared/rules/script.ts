import { CAUTIONS, parseCautionName } from './cautions.ts';
import { parseScriptDirective } from './script-directive.ts';
import type { ScriptError } from './script-error.ts';
import type { ScriptHeader } from './script-header.ts';
import { parseScriptHeader } from './script-header.ts';
import { splitSentences } from './script-sentences.ts';
import { countWords } from './spoken-words.ts';
import type { Cue, ScriptOptions, UntimedCue } from './script-timing.ts';
import {
  assignCueTimes,
  getSpeakingWordsPerMinute,
  estimateSentenceMs,
  getScriptDurationMs,
} from './script-timing.ts';

// The types of a script, with its parser. The player takes the functions of cues from script-timing.ts, without the parser.
export type {
  AmbienceName,
  BreatheCueMoment,
  BreatheCue,
  Cue,
  SelfRatingCue,
  SelfRatingName,
  SayCue,
  ScriptOptions,
  ScriptSound,
  SoundCue,
  WaitCue,
} from './script-timing.ts';

export type ParsedScript =
  | { ok: true; header: ScriptHeader; cues: Cue[]; durationMs: number }
  | { ok: false; errors: ScriptError[] };

// oxlint-disable-next-line no-control-regex -- finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/u;
const DIRECTIVE_IN_TEXT = /\[\s*(?:ambience|chime|pause|breathe|sound|wait|rate|caution)\b/iu;

/** Checks a line of text; returns its error, or null if it can be spoken. */
function checkText(text: string): Omit<ScriptError, 'line'> | null {
  const inside = DIRECTIVE_IN_TEXT.exec(text);
  if (inside) {
    const message = 'A cue such as [pause 4] stands on a line of its own.';
    return { column: inside.index + 1, code: 'directive_in_text', message };
  }
  if (countWords(text) > 0) return null;
  return {
    column: 1,
    code: 'text_without_words',
    message: 'There is no word on this line to say.',
  };
}

function toSayCues(text: string, paragraph: number, options: ScriptOptions): UntimedCue[] {
  const pace = getSpeakingWordsPerMinute(options);
  // Tabs and runs of spaces are layout; no-break spaces are typography and stay.
  const sentences = splitSentences(text.replace(/[ \t]+/gu, ' '), options.language);
  return sentences.map((sentence, index) => ({
    type: 'say',
    duration: estimateSentenceMs(sentence, pace, index === sentences.length - 1),
    text: sentence,
    paragraph,
  }));
}

/**
 * Parses one session script; returns either its header and timed cues, or all errors sorted by line. Never throws. A
 * header (`title: …`, `summary: …`, `tags: a, b`, `source: …`), a line `---`, then one cue per line: text is a
 * paragraph, split into sentences; `[pause 4]`, `[breathe in 4 hold 2 out 6 hold 2 x6]`, `[chime]`, `[ambience cabin]`,
 * `[sound rain 20]`, `[wait]`, `[rate fear]`; `[caution red-flags]` says the wording that cautions.ts has for it; a line that
 * begins with `#` is a comment.
 */
export function parseScript(text: string, options: ScriptOptions): ParsedScript {
  const lines = text.replace(/^\ufeff/u, '').split(/\r\n|\r|\n/u);
  const errors: ScriptError[] = [];
  for (const [index, line] of lines.entries()) {
    const found = CONTROL.exec(line);
    if (!found) continue;
    const message = 'There is an invisible control character here. Delete it.';
    errors.push({ line: index + 1, column: found.index + 1, code: 'control_character', message });
  }
  const { header, bodyStart } = parseScriptHeader(lines, options, errors);
  const cues: UntimedCue[] = [];
  let paragraph = 0;
  for (const [offset, raw] of lines.slice(bodyStart).entries()) {
    const line = bodyStart + offset + 1;
    const trimmed = raw.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const indent = raw.length - raw.trimStart().length;
    const caution = parseCautionName(trimmed);
    if (caution) {
      cues.push(...toSayCues(CAUTIONS[caution][options.language], paragraph++, options));
      continue;
    }
    const read = trimmed.startsWith('[') ? parseScriptDirective(trimmed) : checkText(trimmed);
    if (read && 'code' in read) {
      const column = read.column === undefined ? {} : { column: read.column + indent };
      errors.push({ ...read, line, ...column });
    } else if (read) cues.push(read);
    else cues.push(...toSayCues(trimmed, paragraph++, options));
  }
  if (!cues.some((cue) => cue.type === 'say' || cue.type === 'breathe') && errors.length === 0) {
    const message = 'The script says nothing: write at least one line of text after the line ---.';
    errors.push({ line: lines.length, code: 'empty_script', message });
  }
  if (errors.length > 0) {
    return {
      ok: false,
      errors: errors.toSorted((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0)),
    };
  }
  const placed = assignCueTimes(cues);
  return { ok: true, header, cues: placed, durationMs: getScriptDurationMs(placed) };
}
