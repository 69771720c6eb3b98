import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authors, authorTexts, contents } from '#server/features/contents/table.ts';
import type { AuthorTexts } from '#shared/contract/admin-authors.ts';
import type { Language } from '#shared/contract/fields.ts';

const MAX_AUTHORS = 500;

/** Lists all authors by name in one language, each with the number of their sessions that are published. */
export async function listAuthors(db: Database, language: Language) {
  return db
    .select({
      id: authors.id,
      slug: authors.slug,
      name: authorTexts.name,
      role: authorTexts.role,
      sessions: sql<number>`count(${contents.id})::integer`,
    })
    .from(authors)
    .innerJoin(
      authorTexts,
      and(eq(authorTexts.authorId, authors.id), eq(authorTexts.language, language)),
    )
    .leftJoin(contents, and(eq(contents.authorId, authors.id), isNull(contents.unpublishedAt)))
    .groupBy(authors.id, authorTexts.name, authorTexts.role)
    .orderBy(asc(authorTexts.name), asc(authors.id))
    .limit(MAX_AUTHORS);
}

/**
 * Returns one author with the texts in both languages; null when there is none. With `lock`, the row stays locked until
 * the transaction ends.
 */
export async function findAuthor(db: Database, id: string, lock = false) {
  const query = db
    .select({ slug: authors.slug, version: authors.version, portrait: authors.portrait })
    .from(authors)
    .where(eq(authors.id, id));
  const [author] = await (lock ? query.for('update') : query);
  if (!author) return null;
  const rows = await db
    .select({
      language: authorTexts.language,
      name: authorTexts.name,
      role: authorTexts.role,
      about: authorTexts.about,
    })
    .from(authorTexts)
    .where(eq(authorTexts.authorId, id));
  const nothing = { name: '', role: '', about: '' };
  const texts: AuthorTexts = { en: nothing, fr: nothing };
  for (const { language, ...words } of rows) texts[language] = words;
  return { id, ...author, texts };
}
