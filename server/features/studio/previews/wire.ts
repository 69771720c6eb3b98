import type { PreviewedSession } from '#shared/contract/admin-previews.ts';
import type { Language } from '#shared/rules/languages.ts';
import { parseScriptHeader } from '#shared/rules/script-header.ts';
import { timeScript } from '#shared/rules/script-lines.ts';
import type { requirePreviewedSession } from './reads.ts';

/**
 * Converts a session to what a guest with a preview link sees of it in one language: all of it, except lines that have
 * faults.
 */
export function toPreviewedSession(
  { session, expiresAt }: Awaited<ReturnType<typeof requirePreviewedSession>>,
  language: Language,
): PreviewedSession {
  const { contentId: id, slug, version, source } = session;
  const { kind, category, situations } = source.facts;
  const script = source.scripts[language];
  const options = { language, ...source.facts };
  const { header } = parseScriptHeader(script.split(/\r\n|\r|\n/u), options, []);
  const { cues, durationMs } = timeScript(script, options);
  return {
    id,
    kind,
    category,
    situations,
    language,
    title: header.title || slug,
    summary: header.summary,
    durationMs,
    isFree: true,
    excerpt: cues,
    version,
    expiresAt: expiresAt.toISOString(),
  };
}
