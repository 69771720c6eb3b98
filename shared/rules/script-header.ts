import type { ScriptError } from './script-error.ts';
import type { ScriptOptions } from './script-timing.ts';

export interface ScriptHeader {
  title: string;
  /** At most 180 characters. */
  summary: string;
  tags: string[];
  sources: string[];
}

export const MAX_SUMMARY_LENGTH = 180;
const KEYS = ['title', 'summary', 'tags', 'source'] as const;
type Key = (typeof KEYS)[number];

/** Splits a line at its first colon; null when there is none, or what is before it is no name. */
function splitHeaderLine(line: string): { key: string; value: string } | null {
  const colon = line.indexOf(':');
  const key = line.slice(0, Math.max(0, colon)).trim();
  return colon < 0 || /[[\]#]/u.test(key) ? null : { key, value: line.slice(colon + 1).trim() };
}

function isKey(key: string): key is Key {
  return (KEYS as readonly string[]).includes(key);
}

function checkHeaderLine(raw: string, seen: ReadonlyMap<Key, string[]>) {
  const split = splitHeaderLine(raw);
  if (!split) {
    const message = 'A line above --- reads "title: …", "summary: …", "tags: …" or "source: …".';
    return { column: 1, code: 'bad_header', message };
  }
  const { key, value } = split;
  if (!isKey(key)) {
    const message = `"${key}" is not known here. Use title, summary, tags or source.`;
    return { column: 1, code: 'unknown_header', message };
  }
  if (value === '') {
    return { column: raw.length + 1, code: 'empty_header', message: `"${key}:" has no text.` };
  }
  if (key !== 'source' && seen.has(key)) {
    const message = `"${key}" is written twice. Only "source" may be repeated.`;
    return { column: 1, code: 'duplicate_header', message };
  }
  const length = Array.from(value).length;
  if (key === 'summary' && length > MAX_SUMMARY_LENGTH) {
    const message = `The summary has ${length} characters; at most ${MAX_SUMMARY_LENGTH} fit.`;
    return { column: raw.indexOf(value) + 1, code: 'summary_too_long', message };
  }
  if (key === 'tags' && value.split(',').some((tag) => tag.trim() === '')) {
    const message = 'There is an empty tag: write "tags: breathing, in the seat".';
    return { column: raw.indexOf(value) + 1, code: 'empty_tag', message };
  }
  return null;
}

/** Finds the line `---`, or the line where the script seems to begin when it was forgotten. */
function findSeparator(lines: readonly string[], errors: ScriptError[]) {
  const separator = lines.findIndex((line) => line.trim() === '---');
  if (separator >= 0) return { headerEnd: separator, bodyStart: separator + 1 };
  const guess = lines.findIndex((line) => {
    const blank = line.trim() === '' || line.trim().startsWith('#');
    return !blank && !isKey(splitHeaderLine(line)?.key ?? '');
  });
  const end = guess < 0 ? lines.length : guess;
  const message = 'A line with only --- must part the header from the script.';
  errors.push({ line: Math.min(end + 1, lines.length), code: 'missing_separator', message });
  return { headerEnd: end, bodyStart: end };
}

/**
 * Parses the header of a script and appends its faults to `errors`; missing values are empty. `bodyStart` is the index
 * of the first line after the header.
 */
export function parseScriptHeader(
  lines: readonly string[],
  options: ScriptOptions,
  errors: ScriptError[],
): { header: ScriptHeader; bodyStart: number } {
  const { headerEnd, bodyStart } = findSeparator(lines, errors);
  const seen = new Map<Key, string[]>();
  for (const [index, raw] of lines.slice(0, headerEnd).entries()) {
    if (raw.trim() === '' || raw.trim().startsWith('#')) continue;
    const wrong = checkHeaderLine(raw, seen);
    if (wrong) errors.push({ line: index + 1, ...wrong });
    const { key = '', value = '' } = splitHeaderLine(raw) ?? {};
    // A key that is there but wrong is not missing as well.
    if (isKey(key)) seen.set(key, [...(seen.get(key) ?? []), value]);
  }
  const line = Math.min(headerEnd + 1, lines.length);
  for (const key of ['title', 'summary'] as const) {
    if (seen.has(key)) continue;
    errors.push({ line, code: `missing_${key}`, message: `Write "${key}: …" above the line ---.` });
  }
  if (options.category === 'technical' && !seen.has('source')) {
    const message = 'A technical session names at least one source: "source: Author, title, year".';
    errors.push({ line, code: 'missing_source', message });
  }
  const tags = (seen.get('tags')?.[0] ?? '').split(',').map((tag) => tag.trim());
  const header = {
    title: seen.get('title')?.[0] ?? '',
    summary: seen.get('summary')?.[0] ?? '',
    tags: [...new Set(tags)].filter((tag) => tag !== ''),
    sources: seen.get('source') ?? [],
  };
  return { header, bodyStart };
}
