import { z } from 'zod';
import { AppError } from '#server/http/errors.ts';
import type { ContentSummary } from '#shared/contract/contents.ts';
import { instant } from '#shared/contract/fields.ts';
import type { listContents, KeysetCursor, Sort } from './reads.ts';

type Row = Awaited<ReturnType<typeof listContents>>[number];

/** A row of the library as lists, cards and recommendations carry it. */
export function toSummary(row: Row): ContentSummary {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    category: row.category,
    areas: row.areas,
    language: row.language,
    title: row.title,
    summary: row.summary,
    tags: row.tags,
    author: row.author,
    durationMs: row.durationMs,
    publishedAt: row.publishedAt.toISOString(),
    completed: row.completedAt !== null,
  };
}

const cursorFields = { id: z.uuid(), near: z.boolean().default(false) };
const cursorSchema = z.discriminatedUnion('sort', [
  z.object({ sort: z.literal('newest'), key: instant, ...cursorFields }),
  z.object({ sort: z.literal('shortest'), key: z.string().regex(/^\d{1,9}$/), ...cursorFields }),
]);

/** Encodes the keyset cursor after `item` as an opaque, URL-safe string. */
export function encodeCursor(
  item: { id: string; publishedAt: Date; durationMs: number },
  sort: Sort,
  near: boolean,
) {
  const key = sort === 'newest' ? item.publishedAt.toISOString() : String(item.durationMs);
  const written = { sort, key, id: item.id, ...(near && { near }) };
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

/**
 * Decodes a cursor.
 * @throws invalid_input when it is malformed or made for another sort.
 */
export function decodeCursor(cursor: string, sort: Sort): KeysetCursor & { near: boolean } {
  try {
    const place = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (place.sort === sort) return { key: place.key, id: place.id, near: place.near };
  } catch {
    // Falls through: not a cursor of this list.
  }
  throw new AppError('invalid_input', { cursor: 'not_a_cursor' });
}
