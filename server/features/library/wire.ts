import { z } from 'zod';
import { AppError } from '#server/http/errors.ts';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { instant } from '#shared/contract/fields.ts';
import type { LibrarySessionRow } from '#server/features/contents/published/reads.ts';
import type { OwnSessionState } from '#server/features/player/reads.ts';
import type { findSessionDetail } from './reads.ts';
import { RELEVANCE_LEVEL_COUNT, type SearchCursor, type SearchPageQuery } from './search/reads.ts';
import { SEARCH_MATCH_MODES, type SearchMatchMode } from './search/words/reads.ts';

/**
 * Converts a session to the form for lists, cards and recommendations; `completed` says whether the caller has finished
 * it.
 */
export function toSessionSummary(row: LibrarySessionRow, completed: boolean): ContentSummary {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    category: row.category,
    areas: row.areas,
    form: row.form,
    situations: row.situations,
    optIn: row.optIn,
    guard: row.guard,
    language: row.language,
    title: row.title,
    summary: row.summary,
    tags: row.tags,
    author: row.author,
    durationMs: row.durationMs,
    publishedAt: row.publishedAt.toISOString(),
    completed,
  };
}

/**
 * Converts one session to the form for the player, with the caller's progress and ratings; `selfRatings` is null
 * without consent to health data, and empty for a session that asks for none.
 */
export function toSessionDetail(
  session: LibrarySessionRow,
  {
    authorId,
    authorAbout,
    sources,
    cues,
  }: NonNullable<Awaited<ReturnType<typeof findSessionDetail>>>,
  { progress, rating, consent, selfRatings }: OwnSessionState,
  files: Pick<ContentDetail, 'recordingUrl' | 'authorPortrait'>,
): ContentDetail {
  const asks = cues.some(({ type }) => type === 'rate');
  const given = selfRatings.map((one) => ({ ...one, ratedAt: one.ratedAt.toISOString() }));
  return {
    ...toSessionSummary(session, Boolean(progress?.completedAt)),
    authorId,
    authorAbout,
    sources,
    cues,
    ...files,
    rating: rating?.rating ?? null,
    selfRatings: !asks ? [] : consent ? given : null,
    positionMs: progress?.positionMs ?? 0,
    listenedAt: progress?.listenedAt.toISOString() ?? null,
    completedAt: progress?.completedAt?.toISOString() ?? null,
  };
}

const cursorFields = { id: z.uuid(), matching: z.enum(SEARCH_MATCH_MODES).default('exact') };
const cursorSchema = z.discriminatedUnion('sort', [
  z.object({ sort: z.literal('newest'), key: instant, ...cursorFields }),
  z.object({ sort: z.literal('shortest'), key: z.string().regex(/^\d{1,9}$/), ...cursorFields }),
  z.object({
    sort: z.literal('relevance'),
    level: z
      .int()
      .min(0)
      .max(RELEVANCE_LEVEL_COUNT - 1),
    key: instant,
    ...cursorFields,
  }),
]);

/** Encodes the position after `item` in a sorted list as an opaque, URL-safe pagination cursor. */
export function encodeCursor(
  { session: item, level: at }: { session: LibrarySessionRow; level: number },
  sort: SearchPageQuery['sort'],
  matching: SearchMatchMode,
) {
  const key = sort === 'shortest' ? String(item.durationMs) : item.publishedAt.toISOString();
  const level = sort === 'relevance' && { level: at };
  const written = { sort, key, id: item.id, ...level, ...(matching !== 'exact' && { matching }) };
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

/**
 * Decodes a pagination cursor of `encodeCursor`.
 * @throws invalid_input (malformed, or made for another sort)
 */
export function decodeCursor(
  cursor: string,
  sort: SearchPageQuery['sort'],
): SearchCursor & { matching: SearchMatchMode } {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const { sort: of, ...place } = cursorSchema.parse(decoded);
    if (of === sort) return place;
  } catch {
    // Falls through: not a cursor of this list.
  }
  throw new AppError('invalid_input', { cursor: 'not_a_cursor' });
}
