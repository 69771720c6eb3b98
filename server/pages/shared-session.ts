import type { Database } from '#server/db/connect.ts';
import {
  parseSessionCacheKey,
  type ContentCacheKey,
} from '#server/features/contents/published/reads.ts';
import { findSharedSession } from '#server/features/contents/reads.ts';
import type { SharedSession } from '#shared/contract/contents.ts';
import { id as idSchema, type Language } from '#shared/contract/fields.ts';
import { escapeHtml } from '#shared/rules/escape-html.ts';
import { renderExcerptHtml } from '#shared/rules/script-excerpt.ts';
import { buildSessionArtMarkup } from '#shared/rules/session-art.ts';
import { type PrecompressedHtml, decompressHtml, precompressHtml } from './documents.ts';

const SHARED_PATH = /^\/s\/([^/]+)\/?$/i;
const MINUTE_MS = 60_000;

/** Returns the id in the path of a shared session (`/s/:id`), in lower case; null for another path or an invalid id. */
export function parseSharedSessionId(path: string): string | null {
  const id = SHARED_PATH.exec(path)?.[1];
  return id !== undefined && idSchema.safeParse(id).success ? id.toLowerCase() : null;
}

/** Returns the name of the prerendered page into which a session of this kind, category and access is filled. */
const getSharedTemplateName = ({ kind, category, isFree }: SharedSession) =>
  `${isFree ? 'free' : 'shared'}-${kind}-${category}`;

/**
 * Creates the loader of a shared session's page, filled and compressed, for the cache of the published library. It
 * resolves to null when the session is unknown or unpublished, and to a null `document` when not built.
 */
export function createSharedPageLoader(
  templates: Record<Language, ReadonlyMap<string, PrecompressedHtml>>,
) {
  return async (db: Database, key: ContentCacheKey) => {
    const session = await findSharedSession(db, key);
    if (!session) return null;
    const template = templates[parseSessionCacheKey(key).language].get(
      getSharedTemplateName(session),
    );
    return { document: template ? await fillSharedTemplate(template, session) : null };
  };
}

/** Fills a session into its prerendered template; the placeholders are those of src/public-pages/prerender.tsx. */
function fillSharedTemplate(
  template: PrecompressedHtml,
  session: SharedSession,
): Promise<PrecompressedHtml> {
  const marks: Record<string, string> = {
    id: escapeHtml(session.id),
    lang: session.language,
    title: escapeHtml(session.title),
    summary: escapeHtml(session.summary),
    minutes: String(Math.max(1, Math.ceil(session.durationMs / MINUTE_MS))),
    cues: escapeHtml(JSON.stringify(session.excerpt)),
    text: renderExcerptHtml(session.excerpt),
    art: buildSessionArtMarkup({
      id: session.id,
      kind: session.kind,
      subject: session.situations[0],
      scope: 'sky',
      withSun: false,
    }),
  };
  const html = decompressHtml(template);
  // Replaced in one pass, so that placeholder syntax in a title stays text.
  return precompressHtml(html.replace(/@@(\w+)@@/g, (mark, name: string) => marks[name] ?? mark));
}
