import type { SharedSession } from '#shared/contract/contents.ts';
import { id as idSchema } from '#shared/contract/fields.ts';
import { drawSessionArt } from '#shared/rules/session-art.ts';
import { type HtmlDocument, toDocument } from './documents.ts';

const SHARED_PATH = /^\/s\/([^/]+)\/?$/i;
const MINUTE_MS = 60_000;

/** The id in the address of a shared session, or null: another address, or nothing that can be an id. */
export function parseSharedId(path: string): string | null {
  const id = SHARED_PATH.exec(path)?.[1];
  return id !== undefined && idSchema.safeParse(id).success ? id.toLowerCase() : null;
}

/** The prerendered page that a session of this kind and category is written into. */
export const getSharedTemplateName = ({ kind, category }: SharedSession) =>
  `shared-${kind}-${category}`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Fills a session into its prerendered template; the placeholders are those of src/prerender.tsx. */
export function fillSharedTemplate(
  template: HtmlDocument,
  session: SharedSession,
  publicUrl: string | undefined,
): Promise<HtmlDocument> {
  const marks: Record<string, string> = {
    origin: escape((publicUrl ?? '').replace(/\/$/, '')),
    id: escape(session.id),
    lang: session.language,
    title: escape(session.title),
    summary: escape(session.summary),
    minutes: String(Math.max(1, Math.ceil(session.durationMs / MINUTE_MS))),
    art: drawSessionArt(session.id, session.kind, 'sky'),
  };
  const html = template.plain.toString('utf8');
  // Replaced in one pass, so that placeholder syntax in a title stays text.
  return toDocument(html.replace(/@@(\w+)@@/g, (mark, name: string) => marks[name] ?? mark));
}
