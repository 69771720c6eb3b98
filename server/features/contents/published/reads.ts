import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildOwnValueQuery } from '#server/db/own-data.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authorTexts, contents, contentTexts, publishedVersion } from '../table.ts';

const version = sql<string | null>`(select ${publishedVersion.version} from ${publishedVersion})`;

/**
 * Selection, for the statement that identifies the caller, of the version of the published library; the same for every
 * reader.
 */
export const libraryVersionQuery = buildOwnValueQuery(version);

/** Returns the version of the published library, an identifier that changes with each change of it. */
export async function readLibraryVersion(db: Database): Promise<string | null> {
  const [row] = await db.select().from(publishedVersion).limit(1);
  return row?.version ?? null;
}

/** Lists all sessions in one language, unpublished ones included, without their scripts. */
async function listPublishedSessions(db: Database, language: Language) {
  return db
    .select({
      id: contents.id,
      slug: contents.slug,
      kind: contents.kind,
      category: contents.category,
      areas: contents.areas,
      form: contents.form,
      situations: contents.situations,
      optIn: contents.optIn,
      guard: contents.guard,
      language: contentTexts.language,
      title: contentTexts.title,
      summary: contentTexts.summary,
      tags: contentTexts.tags,
      author: authorTexts.name,
      durationMs: contentTexts.durationMs,
      publishedAt: contents.publishedAt,
      unpublishedAt: contents.unpublishedAt,
    })
    .from(contents)
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .innerJoin(
      authorTexts,
      and(eq(authorTexts.authorId, contents.authorId), eq(authorTexts.language, language)),
    );
}

export type LibrarySessionRow = Awaited<ReturnType<typeof listPublishedSessions>>[number];

export interface SessionLibrary {
  /** Every session by its id, unpublished ones included, because people's history shows their titles. */
  all: ReadonlyMap<string, LibrarySessionRow>;
  /** The sessions that are published, in each order of the list. */
  newest: readonly LibrarySessionRow[];
  shortest: readonly LibrarySessionRow[];
  /** Those of `newest` that are of the form `full`. */
  practices: readonly LibrarySessionRow[];
}

/** Loads all published sessions in one language from the database. */
export async function loadSessionLibrary(
  db: Database,
  language: Language,
): Promise<SessionLibrary> {
  const sessions = await listPublishedSessions(db, language);
  const shown = sessions.filter(({ unpublishedAt }) => unpublishedAt === null);
  const newest = shown.toSorted(
    (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id > b.id ? -1 : 1),
  );
  return {
    all: new Map(sessions.map((session) => [session.id, session])),
    newest,
    practices: newest.filter(({ form }) => form === 'full'),
    shortest: shown.toSorted((a, b) => a.durationMs - b.durationMs || (a.id < b.id ? -1 : 1)),
  };
}

/** Key of a session in one language, for the cache. */
export type ContentCacheKey = `${Language}/${string}`;

/** Returns the cache key of a session in one language. */
export const getSessionCacheKey = (language: Language, contentId: string): ContentCacheKey =>
  `${language}/${contentId}`;

/** Parses a cache key made by `getSessionCacheKey` to its language and session id. */
export function parseSessionCacheKey(key: ContentCacheKey): {
  language: Language;
  contentId: string;
} {
  const [language, contentId] = key.split('/') as [Language, string];
  return { language, contentId };
}
