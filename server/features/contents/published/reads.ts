import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { selectOwnValue } from '#server/db/own-rows.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authorTexts, contents, contentTexts, publishedVersion } from '../table.ts';

const version = sql<string | null>`(select ${publishedVersion.version} from ${publishedVersion})`;

/** The version of what is published, for the statement that tells who is calling. */
export const ownVersion = selectOwnValue(version);

/** The version of what is published. */
export async function findPublishedVersion(db: Database): Promise<string | null> {
  const [row] = await db.select().from(publishedVersion).limit(1);
  return row?.version ?? null;
}

/** Loads every session in one language, those that are withdrawn too, without its script. */
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
      withdrawnAt: contents.withdrawnAt,
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

export type PublishedSession = Awaited<ReturnType<typeof listPublishedSessions>>[number];

/** The sessions in one language. */
export interface Library {
  /** Every session by its id; a withdrawn one still has the title by which people know what they did. */
  all: ReadonlyMap<string, PublishedSession>;
  /** Those on show, by each order of the list. */
  newest: readonly PublishedSession[];
  shortest: readonly PublishedSession[];
}

/** Loads the library in one language. */
export async function loadLibrary(db: Database, language: Language): Promise<Library> {
  const sessions = await listPublishedSessions(db, language);
  const shown = sessions.filter(({ withdrawnAt }) => withdrawnAt === null);
  return {
    all: new Map(sessions.map((session) => [session.id, session])),
    newest: shown.toSorted(
      (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id > b.id ? -1 : 1),
    ),
    shortest: shown.toSorted((a, b) => a.durationMs - b.durationMs || (a.id < b.id ? -1 : 1)),
  };
}

/** A session in a language: under this key it is kept in memory. */
export type SessionKey = `${Language}/${string}`;

/** Returns the key under which a published session is kept in a language. */
export const getSessionKey = (language: Language, contentId: string): SessionKey =>
  `${language}/${contentId}`;

/** Parses what `getSessionKey` returned. */
export function parseSessionKey(key: SessionKey): { language: Language; contentId: string } {
  const [language, contentId] = key.split('/') as [Language, string];
  return { language, contentId };
}
