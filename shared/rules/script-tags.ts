const TAGS_LINE = /^(\s*tags\s*:)(.*)$/u;

const splitTags = (value: string): string[] =>
  value
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Returns a script whose head has a tag, or has it no longer (`isTagged`); letter case makes no difference. A line
 * `tags:` is added before the end of the head where there is none, and goes with its last tag; a script without a head
 * stays as it is.
 */
export function addOrRemoveScriptTag(script: string, tag: string, isTagged: boolean): string {
  const newline = /\r\n|\r|\n/u.exec(script)?.[0] ?? '\n';
  const lines = script.split(newline);
  const separator = lines.findIndex((line) => line.trim() === '---');
  if (separator < 0) return script;
  const at = lines.slice(0, separator).findIndex((line) => TAGS_LINE.test(line));
  const [, key = 'tags:', value = ''] = TAGS_LINE.exec(lines[at] ?? '') ?? [];
  const tags = splitTags(value);
  if (tags.some((one) => isSame(one, tag)) === isTagged) return script;
  const now = isTagged ? [...tags, tag] : tags.filter((one) => !isSame(one, tag));
  const line = now.length > 0 ? [`${key} ${now.join(', ')}`] : [];
  if (at < 0) lines.splice(separator, 0, ...line);
  else lines.splice(at, 1, ...line);
  return lines.join(newline);
}
