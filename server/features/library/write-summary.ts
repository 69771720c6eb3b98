import type { LibrarySessionRow } from '#server/features/contents/published/reads.ts';
import { contentSummarySchema } from '#shared/contract/contents.ts';
import { toSessionSummary } from './wire.ts';

type SummaryTexts = Record<'open' | 'completed', Buffer>;
const texts = new WeakMap<LibrarySessionRow, SummaryTexts>();

/**
 * Returns a session's summary as JSON text in UTF-8, checked against the contract. Cached while the library stays in
 * memory, because checking, serialising and encoding is most of the work of a list request.
 */
export function serialiseSessionSummary(session: LibrarySessionRow, completed: boolean): Buffer {
  const known = texts.get(session) ?? {
    open: write(session, false),
    completed: write(session, true),
  };
  texts.set(session, known);
  return completed ? known.completed : known.open;
}

function write(session: LibrarySessionRow, completed: boolean): Buffer {
  const summary = contentSummarySchema.parse(toSessionSummary(session, completed));
  return Buffer.from(JSON.stringify(summary));
}
