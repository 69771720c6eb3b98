import type { LibrarySessionRow } from '#server/features/contents/published/reads.ts';
import { contentSummarySchema } from '#shared/contract/contents.ts';
import { toSessionSummary } from './wire.ts';

type Texts = Record<'open' | 'completed', string>;
const texts = new WeakMap<LibrarySessionRow, Texts>();

/**
 * Returns a session's summary as JSON text, checked against the contract. Cached while the library stays in memory,
 * because checking and serialising is most of the work of a list request.
 */
export function serialiseSessionSummary(session: LibrarySessionRow, completed: boolean): string {
  const known = texts.get(session) ?? {
    open: write(session, false),
    completed: write(session, true),
  };
  texts.set(session, known);
  return completed ? known.completed : known.open;
}

function write(session: LibrarySessionRow, completed: boolean): string {
  return JSON.stringify(contentSummarySchema.parse(toSessionSummary(session, completed)));
}
