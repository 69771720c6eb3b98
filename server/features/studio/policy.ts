import type { SessionSource, SessionPublicationState } from '#shared/contract/admin-contents.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { parseScript } from '#shared/rules/script.ts';
import { findSessionFindings } from '#shared/rules/session-findings.ts';

export interface SessionPublication {
  /** Whether it is in the library: never published, on show, or unpublished. */
  shown: 'never' | 'on_show' | 'unpublished';
  publishAt: Date | null;
}

/**
 * Returns the publication state of a session: `scheduled` whenever `publishAt` is set, even if a version is published;
 * otherwise `published`, `unpublished` or `draft`, by `shown`.
 */
export function getSessionPublicationState({
  shown,
  publishAt,
}: SessionPublication): SessionPublicationState {
  if (publishAt) return 'scheduled';
  if (shown === 'on_show') return 'published';
  return shown === 'unpublished' ? 'unpublished' : 'draft';
}

/** Returns the title in a script's header; empty when there is none. */
export function parseScriptTitle(script: string): string {
  return /^\s*title\s*:\s*(.*?)\s*$/mu.exec(script)?.[1]?.slice(0, 200) ?? '';
}

/**
 * Counts the findings in a session's two scripts that prevent its publication; findings that are only advice do not
 * count.
 */
export function countBlockingFindings({ facts, scripts }: SessionSource): number {
  const found = findSessionFindings(scripts, facts);
  return LANGUAGES.flatMap((language) => found[language]).filter(({ isAdvice }) => !isAdvice)
    .length;
}

/**
 * Parses both scripts of an edited session to the texts that the library stores for people.
 * @throws {Error} when a script has faults: the caller must have checked
 */
export function buildLibraryTexts({ facts, scripts }: SessionSource) {
  return LANGUAGES.map((language) => {
    const script = scripts[language];
    const parsed = parseScript(script, { language, ...facts });
    if (!parsed.ok) throw new Error(`The ${language} script of a session has faults`);
    const { title, summary, tags, sources } = parsed.header;
    const { cues, durationMs } = parsed;
    return { language, title, summary, tags, sources, cues, durationMs, script };
  });
}

/** The audit log's name of each change of a session's state. Entries are kept, so a name never changes. */
export const SESSION_STATE_AUDIT_ACTIONS = {
  draft: 'session.unschedule',
  published: 'session.published',
  scheduled: 'session.scheduled',
  unpublished: 'session.withdrawn',
} as const;

/** A source as fields of the audit log. */
export const toAuditedSourceFields = ({ facts, scripts }: SessionSource) => ({
  ...facts,
  'script.en': scripts.en,
  'script.fr': scripts.fr,
});
