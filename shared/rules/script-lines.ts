import { parseScript } from './script.ts';
import type { Cue, ScriptOptions } from './script-timing.ts';

/** A line of a script that becomes cues: its number from 1, start in the session and duration in milliseconds. */
export interface TimedLine {
  line: number;
  at: number;
  duration: number;
  /** Its cues: one for a directive, one for each sentence of a line of text. */
  cues: Cue[];
}

export interface TimedScript {
  lines: TimedLine[];
  cues: Cue[];
  durationMs: number;
}

const HEADER = 'title: -\nsummary: -\nsource: -\n---\n';

/**
 * Times the lines of a script. The header is not checked, and lines with faults are left out, so that the rest can be
 * timed and heard while it is being written.
 */
export function timeScript(text: string, options: ScriptOptions): TimedScript {
  const lines = text.replace(/^\ufeff/u, '').split(/\r\n|\r|\n/u);
  const separator = lines.findIndex((line) => line.trim() === '---');
  const start = separator + 1;
  const body = lines.slice(start);
  const parse = () => parseScript(HEADER + body.join('\n'), options);
  let parsed = parse();
  if (!parsed.ok) {
    for (const { line } of parsed.errors) body[line - HEADER.split('\n').length] = '';
    parsed = parse();
  }
  if (!parsed.ok) return { lines: [], cues: [], durationMs: 0 };
  return { ...locateCues(body, start, parsed.cues), durationMs: parsed.durationMs };
}

/** Finds the line of each cue: a directive makes one, a line of text one for each of its sentences. */
function locateCues(body: readonly string[], start: number, cues: Cue[]) {
  const lines: TimedLine[] = [];
  let next = 0;
  for (const [index, raw] of body.entries()) {
    const trimmed = raw.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const first = cues[next];
    if (!first) break;
    const isSame = (cue?: Cue) =>
      cue?.type === 'say' && first.type === 'say' && cue.paragraph === first.paragraph;
    const own = [first];
    while (isSame(cues[next + own.length])) own.push(cues[next + own.length] as Cue);
    next += own.length;
    const duration = own.reduce((sum, cue) => sum + cue.duration, 0);
    lines.push({ line: start + index + 1, at: first.at, duration, cues: own });
  }
  return { lines, cues };
}
