import { asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authors, authorTexts, contents, contentTexts } from '#server/features/contents/table.ts';
import { lessons, lessonTexts, programs, programTexts } from '#server/features/programs/table.ts';
import type { NamedText } from './policy.ts';

/** Maximum number of rows of one kind. */
const MAX_ROWS = 10_000;

/**
 * Returns one text per language of every published item of content, by kind; an item without any text gets a row with
 * `language` null.
 */
export async function listContentTexts(
  db: Database,
): Promise<Record<'sessions' | 'programs' | 'lessons' | 'authors', NamedText[]>> {
  const sessions = await db
    .select({ name: contents.slug, language: contentTexts.language, text: contentTexts.title })
    .from(contents)
    .leftJoin(contentTexts, eq(contentTexts.contentId, contents.id))
    .where(isNull(contents.unpublishedAt))
    .orderBy(asc(contents.slug))
    .limit(MAX_ROWS);
  const ofPrograms = await db
    .select({ name: programs.slug, language: programTexts.language, text: programTexts.about })
    .from(programs)
    .leftJoin(programTexts, eq(programTexts.programId, programs.id))
    .where(isNull(programs.unpublishedAt))
    .orderBy(asc(programs.slug))
    .limit(MAX_ROWS);
  const ofLessons = await db
    .select({
      program: programs.slug,
      session: contents.slug,
      language: lessonTexts.language,
      text: lessonTexts.introduction,
    })
    .from(lessons)
    .innerJoin(programs, eq(programs.id, lessons.programId))
    .innerJoin(contents, eq(contents.id, lessons.contentId))
    .leftJoin(lessonTexts, eq(lessonTexts.lessonId, lessons.id))
    .where(isNull(lessons.unpublishedAt))
    .orderBy(asc(programs.slug), asc(lessons.position))
    .limit(MAX_ROWS);
  const ofAuthors = await db
    .select({ name: authors.slug, language: authorTexts.language, text: authorTexts.about })
    .from(authors)
    .leftJoin(authorTexts, eq(authorTexts.authorId, authors.id))
    .orderBy(asc(authors.slug))
    .limit(MAX_ROWS);
  const named = ofLessons.map(({ program, session, ...row }) => ({
    ...row,
    name: `${program}/${session}`,
  }));
  return { sessions, programs: ofPrograms, lessons: named, authors: ofAuthors };
}
