import type { SharedSession } from '#shared/contract/contents.ts';
import { id as idSchema } from '#shared/contract/fields.ts';
import { drawSky } from '#shared/rules/session-art.ts';
import { type HtmlDocument, toDocument } from './documents.ts';

const ADDRESS = /^\/s\/([^/]+)\/?$/i;
const MINUTE_MS = 60_000;

/** The id in the address of a shared session, or null: another address, or nothing that can be an id. */
export function sharedId(path: string): string | null {
  const id = ADDRESS.exec(path)?.[1];
  return id !== undefined && idSchema.safeParse(id).success ? id.toLowerCase() : null;
}

/** The prerendered page that a session of this kind and category is written into. */
export const sharedTemplate = ({ kind, category }: SharedSession) => `shared-${kind}-${category}`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Writes a session into its template; the marks in it are those of src/prerender.tsx. */
export function fillShared(
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
    art: drawSky(session.id, session.kind, 'sky'),
  };
  const html = template.plain.toString('utf8');
  // One pass: a mark in somebody's title is text.
  return toDocument(html.replace(/@@(\w+)@@/g, (mark, name: string) => marks[name] ?? mark));
}
