import type { PublishedSession } from '#server/features/contents/published/reads.ts';
import { contentSummary } from '#shared/contract/contents.ts';
import { toSessionSummary } from './wire.ts';

type Texts = Record<'open' | 'completed', string>;
const texts = new WeakMap<PublishedSession, Texts>();

/**
 * A session as lists carry it, as JSON: checked and written once for as long as the library is kept in memory, and not at
 * each request, where it is most of the work.
 */
export function serialiseSummary(session: PublishedSession, completed: boolean): string {
  const known = texts.get(session) ?? {
    open: write(session, false),
    completed: write(session, true),
  };
  texts.set(session, known);
  return completed ? known.completed : known.open;
}

function write(session: PublishedSession, completed: boolean): string {
  return JSON.stringify(contentSummary.parse(toSessionSummary(session, completed)));
}
