import type { SessionSource, StudioSession } from '#shared/contract/admin-contents.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import { type EditDifference, findEditDifferences } from '#web/features/admin/model.ts';
import { countWords } from '#shared/rules/spoken-words.ts';
import type { TimedScript } from '#shared/rules/script-lines.ts';

export const SESSION_STATES = ['draft', 'scheduled', 'published', 'unpublished'] as const;

/** What the list can be narrowed to: the server knows the same. */
export const SESSION_NEED_FILTERS = ['recording', 'publishing'] as const;

/** A script to begin with: the head that every one has. */
const EMPTY_SCRIPT = 'title: \nsummary: \ntags: \nsource: \n---\n';

/** The initial content of the editor of a new session. */
export const EMPTY_STUDIO_SESSION: StudioSession = {
  id: '',
  slug: '',
  version: 0,
  source: {
    facts: {
      kind: 'flow',
      category: 'meditation',
      areas: ['pre_flight_worry'],
      situations: ['home'],
      form: 'full',
      optIn: false,
      guard: null,
      access: 'pass',
      author: '',
    },
    scripts: { en: EMPTY_SCRIPT, fr: EMPTY_SCRIPT },
  },
  state: 'draft',
  publishedVersion: null,
  publishAt: null,
  publishedAt: null,
  recordings: { en: null, fr: null },
  lastEdit: null,
};

/**
 * Computes the figures of a script shown beside its editor: its length in `seconds`, its `words`, and its speaking
 * `pace` in words a minute, 0 without speech.
 */
export function computeEditorScriptFigures({ cues, durationMs }: TimedScript) {
  const said = cues.filter((cue) => cue.type === 'say');
  const words = said.reduce((sum, cue) => sum + countWords(cue.text), 0);
  const spokenMs = said.reduce((sum, cue) => sum + cue.duration, 0);
  return {
    seconds: durationMs / 1000,
    words,
    pace: spokenMs === 0 ? 0 : Math.round(words / (spokenMs / 60_000)),
  };
}

/**
 * Returns where a preview of an edited script begins, in milliseconds: at the line of the cursor, or at the next line
 * that takes time; 0 when none follows.
 */
export function findPreviewStartMs({ lines }: TimedScript, cursorLine: number): number {
  return lines.find(({ line }) => line >= cursorLine)?.at ?? 0;
}

/** Reads the title from the head of a script; an empty string without one. */
export const parseScriptTitle = (script: string): string =>
  /^[^\S\n]*title[^\S\n]*:[^\S\n]*(.*?)[^\S\n]*$/mu.exec(script)?.[1] ?? '';

/**
 * Lists what differs between two states of an edited session: each fact, and for each script the lines that only one
 * has. `describe` returns the label of a fact.
 */
export function diffSessionSources(
  mine: SessionSource,
  theirs: SessionSource,
  describe: (name: string) => string,
): EditDifference[] {
  const toFields = ({ facts }: SessionSource) =>
    Object.keys(mine.facts).map((name) => ({
      label: describe(name),
      value: String(facts[name as keyof typeof facts]),
    }));
  const scripts = LANGUAGES.flatMap((language) => {
    const own = mine.scripts[language];
    const other = theirs.scripts[language];
    if (own === other) return [];
    const lines = (text: string) => text.split('\n');
    const only = (text: string, without: string) => {
      const known = new Set(lines(without));
      return lines(text)
        .filter((line) => !known.has(line))
        .join('\n');
    };
    return [{ label: `${language}.txt`, mine: only(own, other), theirs: only(other, own) }];
  });
  return [...findEditDifferences(toFields(mine), toFields(theirs)), ...scripts];
}

/** Parses the path by which the server names a refused field of a session; null for one that the editor has not. */
export function parseRefusedField(
  path: string,
): { fact: keyof SessionSource['facts'] } | { script: Language } | null {
  const [, part, name] = /^(?:source\.)?(facts|scripts)\.(\w+)/u.exec(path) ?? [];
  const script = LANGUAGES.find((language) => part === 'scripts' && language === name);
  if (script) return { script };
  const facts = Object.keys(EMPTY_STUDIO_SESSION.source.facts) as (keyof SessionSource['facts'])[];
  const fact = facts.find((one) => part === 'facts' && one === name);
  return fact ? { fact } : null;
}
