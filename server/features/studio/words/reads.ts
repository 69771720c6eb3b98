import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type { WordSearch } from '#shared/rules/find-words.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import { findStudioSession } from '../reads.ts';
import { contentDrafts } from '../table.ts';

/** In which scripts words are looked for: in one language, or in all. */
export interface WordSearchQuery extends WordSearch {
  language?: Language | undefined;
}

export const listSearchedLanguages = ({ language }: WordSearchQuery): readonly Language[] =>
  language ? [language] : LANGUAGES;

/**
 * Builds the pattern by which scripts are preselected. What is typed in several ways (spaces, apostrophes), and what
 * PostgreSQL folds by the database's locale (anything beyond ASCII), is any character.
 */
const buildPattern = (find: string): string =>
  `%${find.replace(/[\\%_]/gu, String.raw`\$&`).replace(/[^\u0021-\u0026\u0028-\u007e]/gu, '_')}%`;

/**
 * Lists the ids of sessions in whose scripts, as last saved, these words may stand, by slug: `limit`, and one more when
 * there are more.
 */
export async function findSessionIdsPossiblyWithWords(
  db: Database,
  query: WordSearchQuery & { limit: number; offset: number },
): Promise<string[]> {
  const pattern = buildPattern(query.find);
  const languages = listSearchedLanguages(query);
  const inDraft = (language: Language): SQL =>
    sql`(${contentDrafts.source} #>> ${sql.raw(`'{scripts,${language}}'`)}) ilike ${pattern}`;
  const inLibrary = (language: Language) =>
    and(eq(contentTexts.language, language), sql`${contentTexts.script} ilike ${pattern}`);
  const drafts = db
    .select({ id: contentDrafts.contentId, slug: contentDrafts.slug })
    .from(contentDrafts)
    .where(or(...languages.map(inDraft)));
  // Of those that were never edited in the studio, what was imported.
  const imported = db
    .selectDistinct({ id: contents.id, slug: contents.slug })
    .from(contentTexts)
    .innerJoin(contents, eq(contents.id, contentTexts.contentId))
    .leftJoin(contentDrafts, eq(contentDrafts.contentId, contents.id))
    .where(and(isNull(contentDrafts.contentId), or(...languages.map(inLibrary))));
  const rows = await unionAll(drafts, imported)
    .orderBy(sql`slug`)
    .limit(query.limit + 1)
    .offset(query.offset);
  return rows.map(({ id }) => id);
}

/**
 * Returns a page of the sessions with these words in what people read or hear, as last saved, by slug; `hasMore` says
 * whether further ones may have them.
 */
export async function findSessionsWithWords(
  db: Database,
  query: WordSearchQuery & { limit: number; offset: number },
) {
  const ids = await findSessionIdsPossiblyWithWords(db, query);
  const sessions = [];
  for (const id of ids.slice(0, query.limit)) {
    const session = await findStudioSession(db, id);
    if (session) sessions.push(session);
  }
  return { sessions, hasMore: ids.length > query.limit };
}
