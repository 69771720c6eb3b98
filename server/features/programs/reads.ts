import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import { lessons, lessonTexts, programEvents, programs, programTexts } from './table.ts';

/** SQL: a program's place in the order, as set in the studio or else in the content folder. */
export const PLACE = sql<number>`coalesce(${programs.studioPosition}, ${programs.position})`;

/** Returns the programs on show in one language, in order; with `programId` only that one, if it is on show. */
export function listPrograms(db: Database, language: Language, programId?: string) {
  return db
    .select({
      id: programs.id,
      slug: programs.slug,
      areas: programs.areas,
      language: programTexts.language,
      title: programTexts.title,
      summary: programTexts.summary,
      about: programTexts.about,
    })
    .from(programs)
    .innerJoin(
      programTexts,
      and(eq(programTexts.programId, programs.id), eq(programTexts.language, language)),
    )
    .where(and(isNull(programs.withdrawnAt), programId ? eq(programs.id, programId) : undefined))
    .orderBy(PLACE, asc(programs.id));
}

/** Returns the lessons on show of these programs, in order; a lesson whose session is withdrawn is not on show. */
export async function listLessons(db: Database, language: Language, programIds: string[]) {
  if (programIds.length === 0) return [];
  return db
    .select({
      id: lessons.id,
      programId: lessons.programId,
      contentId: lessons.contentId,
      title: lessonTexts.title,
      introduction: lessonTexts.introduction,
      task: lessonTexts.task,
      kind: contents.kind,
      situations: contents.situations,
      durationMs: contentTexts.durationMs,
      addedAt: lessons.addedAt,
    })
    .from(lessons)
    .innerJoin(
      lessonTexts,
      and(eq(lessonTexts.lessonId, lessons.id), eq(lessonTexts.language, language)),
    )
    .innerJoin(contents, and(eq(contents.id, lessons.contentId), isNull(contents.withdrawnAt)))
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .where(and(inArray(lessons.programId, programIds), isNull(lessons.withdrawnAt)))
    .orderBy(asc(lessons.programId), asc(lessons.position));
}

/** Maximum number of events read per person, the oldest first. */
const MAX_EVENTS = 20_000;

/**
 * Returns a person's program events, the oldest first, grouped by program id; only those of `programId` if it is given.
 */
export async function listEvents(db: Database, userId: string, programId?: string) {
  const rows = await db
    .select({
      programId: programEvents.programId,
      id: programEvents.id,
      type: programEvents.type,
      lessonId: programEvents.lessonId,
      note: programEvents.note,
      at: programEvents.at,
    })
    .from(programEvents)
    .where(
      and(
        eq(programEvents.userId, userId),
        programId ? eq(programEvents.programId, programId) : undefined,
      ),
    )
    .orderBy(asc(programEvents.at))
    .limit(MAX_EVENTS);
  return Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    (row) => row.programId,
    // The table holds that an event has a lesson unless it is a start.
  ) as unknown as Map<string, ProgramEvent[]>;
}

/** Returns whether the program exists and, if `lessonId` is given, has or had that lesson; withdrawn ones count. */
export async function lessonExists(db: Database, programId: string, lessonId: string | null) {
  const [found] =
    lessonId === null
      ? await db.select({ id: programs.id }).from(programs).where(eq(programs.id, programId))
      : await db
          .select({ id: lessons.id })
          .from(lessons)
          .where(and(eq(lessons.id, lessonId), eq(lessons.programId, programId)));
  return found !== undefined;
}

/** Returns the source hashes of the starter programs on show, by slug. */
export async function listProgramHashes(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({ slug: programs.slug, sourceHash: programs.sourceHash })
    .from(programs)
    .where(
      and(
        eq(programs.origin, 'starter'),
        isNull(programs.withdrawnAt),
        isNotNull(programs.sourceHash),
      ),
    );
  return new Map(rows.map((row) => [row.slug, row.sourceHash ?? '']));
}

/** Returns the slugs of the programs that belong to the studio, which imports must not change. */
export async function listStudioSlugs(db: Database): Promise<Set<string>> {
  const rows = await db
    .select({ slug: programs.slug })
    .from(programs)
    .where(eq(programs.origin, 'studio'));
  return new Set(rows.map(({ slug }) => slug));
}
