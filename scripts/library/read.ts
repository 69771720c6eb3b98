import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sessionFileSchema } from '#shared/contract/admin-contents.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { SessionAct } from '#shared/rules/session-acts.ts';
import type { SessionGuard } from '#shared/rules/guards.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import { parseScript } from '#shared/rules/script.ts';
import {
  type ExposureDemands,
  type ScriptFigures,
  measureExposureDemands,
  measureScriptFigures,
} from '#shared/rules/session-figures.ts';
import type { ScriptCategory, ScriptKind, SessionForm } from '#shared/rules/script-timing.ts';

export interface MeasuredSessionText {
  language: Language;
  raw: string;
  /** Title and summary, then the sentences as they are spoken; empty when the script cannot be parsed. */
  sentences: string[];
  /** Each begins with its line: `34: …`. */
  errors: string[];
  figures?: ScriptFigures;
  dose?: ExposureDemands;
}
export interface MeasuredSession {
  slug: string;
  kind: ScriptKind;
  category: ScriptCategory;
  form: SessionForm;
  access?: 'free';
  guard?: SessionGuard;
  /** What it does to its listener, which decides the cautions in its scripts. */
  does?: SessionAct[];
  areas: FearArea[];
  texts: MeasuredSessionText[];
}

/** Lists the paths of the session folders below `root`, sorted by name. */
export function listSessionFolders(root: string): string[] {
  return readdirSync(root)
    .toSorted()
    .map((slug) => path.join(root, slug));
}

/** Checks that the `session.json` of a folder can be read; returns one line per fault. */
export function findSessionFileFaults(folder: string): string[] {
  const file = `content/sessions/${path.basename(folder)}/session.json`;
  try {
    const about: unknown = JSON.parse(readFileSync(path.join(folder, 'session.json'), 'utf8'));
    const { error } = sessionFileSchema.safeParse(about);
    return (error?.issues ?? []).map(
      (issue) => `${file}: ${[...issue.path, issue.message].join(': ')}`,
    );
  } catch (error) {
    return [`${file}: ${String(error)}`];
  }
}

/**
 * Reads and measures one session. A missing language has no text; a script that cannot be parsed has `errors`, no
 * figures. Needs a session.json without faults (`findSessionFileFaults`).
 */
export function readAndMeasureSession(folder: string): MeasuredSession {
  const about = JSON.parse(readFileSync(path.join(folder, 'session.json'), 'utf8')) as Omit<
    MeasuredSession,
    'slug' | 'texts' | 'form'
  > & { form?: SessionForm };
  const texts = LANGUAGES.flatMap((language) => {
    const file = path.join(folder, `${language}.txt`);
    if (!existsSync(file)) return [];
    return [measureScript(readFileSync(file, 'utf8'), language, about)];
  });
  return { slug: path.basename(folder), ...about, form: about.form ?? 'full', texts };
}

function measureScript(
  raw: string,
  language: Language,
  { kind, category }: Pick<MeasuredSession, 'kind' | 'category'>,
): MeasuredSessionText {
  const parsed = parseScript(raw, { language, kind, category });
  if (!parsed.ok) {
    const errors = parsed.errors.map((error) => `${error.line}: ${error.message}`);
    return { language, raw, sentences: [], errors };
  }
  const said = parsed.cues.filter((cue) => cue.type === 'say');
  return {
    language,
    raw,
    sentences: [parsed.header.title, parsed.header.summary, ...said.map((cue) => cue.text)],
    errors: [],
    dose: measureExposureDemands(parsed.cues, parsed.durationMs),
    figures: measureScriptFigures(parsed.cues, parsed.durationMs, parsed.header.sources),
  };
}
