import type { ContentSummary } from '#shared/contract/contents.ts';
import type { listContents } from './reads.ts';

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
