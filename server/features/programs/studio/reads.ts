import { and, asc, count, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type {
  ListedProgram,
  ProgramSource,
  StudioLesson,
} from '#shared/contract/admin-programs.ts';
import type { Language } from '#shared/contract/fields.ts';
import { PROGRAM_POSITION_SQL } from '../reads.ts';
import { lessons, lessonTexts, programEvents, programs, programTexts } from '../table.ts';

const MAX_PROGRAMS = 500;

/**
 * Returns every program for the admin's list, in order, unpublished ones included, with the title in one language and the
 * number of lessons.
 */
export async function listStudioPrograms(
  db: Database,
  language: Language,
): Promise<ListedProgram[]> {
  return db
    .select({
      id: programs.id,
      slug: programs.slug,
      title: sql<string>`coalesce(nullif(${programTexts.title}, ''), ${programs.slug})`,
      isShown: sql<boolean>`${programs.unpublishedAt} is null`,
      lessons: count(lessons.id),
    })
    .from(programs)
    .leftJoin(
      programTexts,
      and(eq(programTexts.programId, programs.id), eq(programTexts.language, language)),
    )
    .leftJoin(lessons, and(eq(lessons.programId, programs.id), isNull(lessons.unpublishedAt)))
    .groupBy(programs.id, programTexts.title)
    .orderBy(PROGRAM_POSITION_SQL, asc(programs.id))
    .limit(MAX_PROGRAMS);
}

const NO_WORDS = { title: '', summary: '', about: '' };
const NO_LESSON_WORDS = { title: '', introduction: '', task: '' };

/**
 * Returns a program as admins edit it, with the texts in both languages (empty where missing); null when there is none.
 * With `lock`, its row stays locked until the transaction ends.
 */
export async function findStudioProgram(db: Database, id: string, lock = false) {
  const { slug, version, areas, unpublishedAt } = programs;
  const query = db
    .select({ slug, version, areas, unpublishedAt })
    .from(programs)
    .where(eq(programs.id, id));
  const [program] = await (lock ? query.for('update') : query);
  if (!program) return null;
  const words = await db
    .select({
      language: programTexts.language,
      title: programTexts.title,
      summary: programTexts.summary,
      about: programTexts.about,
    })
    .from(programTexts)
    .where(eq(programTexts.programId, id));
  const texts: ProgramSource['texts'] = { en: NO_WORDS, fr: NO_WORDS };
  for (const { language, ...own } of words) texts[language] = own;
  const source: ProgramSource = {
    areas: program.areas,
    texts,
    lessons: await listStudioLessons(db, id),
  };
  return {
    id,
    slug: program.slug,
    version: program.version,
    isShown: !program.unpublishedAt,
    source,
  };
}

async function listStudioLessons(db: Database, programId: string): Promise<StudioLesson[]> {
  const rows = await db
    .select({
      contentId: lessons.contentId,
      dose: lessons.dose,
      language: lessonTexts.language,
      title: lessonTexts.title,
      introduction: lessonTexts.introduction,
      task: lessonTexts.task,
    })
    .from(lessons)
    .leftJoin(lessonTexts, eq(lessonTexts.lessonId, lessons.id))
    .where(and(eq(lessons.programId, programId), isNull(lessons.unpublishedAt)))
    .orderBy(asc(lessons.position), asc(lessons.id));
  const found = new Map<string, StudioLesson>();
  for (const { contentId, dose, language, title, introduction, task } of rows) {
    const lesson = found.get(contentId) ?? {
      contentId,
      dose,
      texts: { en: NO_LESSON_WORDS, fr: NO_LESSON_WORDS },
    };
    if (language && title !== null && introduction !== null && task !== null)
      lesson.texts[language] = { title, introduction, task };
    found.set(contentId, lesson);
  }
  return [...found.values()];
}

/** Returns the sessions with these ids, with the title in one language; unknown ids are left out. */
export async function listSessionsByIds(db: Database, language: Language, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: contents.id,
      title: contentTexts.title,
      kind: contents.kind,
      isUnpublished: sql<boolean>`${contents.unpublishedAt} is not null`,
    })
    .from(contents)
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .where(inArray(contents.id, ids));
}

/** Returns every lesson that a program has or once had, in order, with its session and when it was added. */
export async function listLessonsEverInProgram(db: Database, programId: string) {
  const { id, contentId, addedAt, unpublishedAt, position } = lessons;
  return db
    .select({ id, contentId, addedAt, isShown: sql<boolean>`${unpublishedAt} is null` })
    .from(lessons)
    .where(eq(lessons.programId, programId))
    .orderBy(asc(position));
}

/** Maximum number of completions read for one preview: about 10,000 people in a program of 20 lessons. */
const MAX_COMPLETIONS = 200_000;

/**
 * Returns when each person first completed each lesson of a program; people who have only done other things in it get a
 * row with `lessonId` null.
 */
export async function listFirstLessonCompletions(db: Database, programId: string) {
  const { userId, lessonId, type, at } = programEvents;
  const lesson = sql<string | null>`case when ${type} = 'lesson_completed' then ${lessonId} end`;
  return db
    .select({ userId, lessonId: lesson, at: min(at) })
    .from(programEvents)
    .where(eq(programEvents.programId, programId))
    .groupBy(userId, lesson)
    .orderBy(asc(userId))
    .limit(MAX_COMPLETIONS);
}
