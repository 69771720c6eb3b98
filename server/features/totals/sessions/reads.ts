import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type { SessionTotalSort } from '#shared/contract/session-totals.ts';
import type { Language } from '#shared/contract/fields.ts';
import { sessionTotals } from './table.ts';

/** How the list is ordered and narrowed; `after` is the last row of the page before. */
export interface SessionTotalsQuery {
  sort: SessionTotalSort;
  order: 'highest' | 'lowest';
  language?: Language | undefined;
  limit: number;
  after?: { value: number; id: string; language: Language } | undefined;
}

const { plays, finished, staysDone, stays, questions } = sessionTotals;
const { veryHelpful, somewhatHelpful, notHelpful } = sessionTotals;

/**
 * What each order compares. Counts that are hidden are few, and come between none and many, all alike: their order tells
 * nothing. Shares of nothing, or of what is hidden, are null.
 */
const COMPARED: Record<SessionTotalsQuery['sort'], SQL> = {
  plays: sql`coalesce(${plays}, 1)`,
  finished: sql`${finished}::double precision / nullif(${plays}, 0)`,
  helpful: sql`${veryHelpful}::double precision / nullif(${veryHelpful} + ${somewhatHelpful} + ${notHelpful}, 0)`,
  stays: sql`${staysDone}::double precision / nullif(${stays}, 0)`,
  questions: sql`coalesce(${questions}, 1)`,
};
/** Comes last in either order. */
const UNKNOWN = { highest: -1, lowest: 1_000_000_000 };

/** Lists the figures of sessions: `limit`, and one more when there are more. The table is as long as the library, however many people there are. */
export function listSessionTotals(
  db: Database,
  { sort, order, language, limit, after }: SessionTotalsQuery,
) {
  const value = sql<number>`coalesce(${COMPARED[sort]}, ${UNKNOWN[order]}::integer)::double precision`;
  const place = sql`(${value}, ${sessionTotals.contentId}, ${sessionTotals.language})`;
  const direction = order === 'highest' ? desc : asc;
  // The page first: titles are then read of it alone.
  const page = db
    .select({ ...getTableColumns(sessionTotals), value: value.as('value') })
    .from(sessionTotals)
    .where(
      and(
        language && eq(sessionTotals.language, language),
        after &&
          sql`${place} ${sql.raw(order === 'highest' ? '<' : '>')}
            (${after.value}::double precision, ${after.id}::uuid, ${after.language}::text)`,
      ),
    )
    .orderBy(
      direction(value),
      direction(sessionTotals.contentId),
      direction(sessionTotals.language),
    )
    .limit(limit + 1)
    .as('page');
  return db
    .select({
      contentId: page.contentId,
      language: page.language,
      value: page.value,
      plays: page.plays,
      finished: page.finished,
      stops: page.stops,
      staysDone: page.staysDone,
      stays: page.stays,
      veryHelpful: page.veryHelpful,
      somewhatHelpful: page.somewhatHelpful,
      notHelpful: page.notHelpful,
      questions: page.questions,
      title: contentTexts.title,
      kind: contents.kind,
      unpublishedAt: contents.unpublishedAt,
    })
    .from(page)
    .innerJoin(contents, eq(contents.id, page.contentId))
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, page.contentId), eq(contentTexts.language, page.language)),
    )
    .orderBy(direction(page.value), direction(page.contentId), direction(page.language))
    .limit(limit + 1);
}
