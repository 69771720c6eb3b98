import type { SessionSource, SessionState } from '#shared/contract/admin-contents.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { parseScript } from '#shared/rules/script.ts';
import { findSessionFindings } from '#shared/rules/session-findings.ts';

/** Where a session stands. */
export interface Standing {
  /** Whether it is in the library: never published, on show, or withdrawn. */
  shown: 'never' | 'on_show' | 'withdrawn';
  publishAt: Date | null;
}

/** The state of a session: what is scheduled comes before what people see now. */
export function getSessionState({ shown, publishAt }: Standing): SessionState {
  if (publishAt) return 'scheduled';
  if (shown === 'on_show') return 'published';
  return shown === 'withdrawn' ? 'withdrawn' : 'draft';
}

/** The title that a script gives; empty while it gives none. */
export function readTitle(script: string): string {
  return /^\s*title\s*:\s*(.*?)\s*$/mu.exec(script)?.[1]?.slice(0, 200) ?? '';
}

/** Counts the findings that keep a session from being published, in both languages. */
export function countFaults({ facts, scripts }: SessionSource): number {
  const found = findSessionFindings(scripts, facts);
  return LANGUAGES.flatMap((language) => found[language]).filter(({ isAdvice }) => !isAdvice)
    .length;
}

/**
 * Turns a source without faults into the texts that people read and hear.
 * @throws {Error} when a script has faults
 */
export function buildTexts({ facts, scripts }: SessionSource) {
  return LANGUAGES.map((language) => {
    const script = scripts[language];
    const parsed = parseScript(script, { language, ...facts });
    if (!parsed.ok) throw new Error(`The ${language} script of a session has faults`);
    const { title, summary, tags, sources } = parsed.header;
    const { cues, durationMs } = parsed;
    return { language, title, summary, tags, sources, cues, durationMs, script };
  });
}
