import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  combineOwnDataQueries,
  type OwnDataOf,
  type OwnDataQuery,
  buildOwnRowsQuery,
} from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { libraryVersionQuery } from '#server/features/contents/published/reads.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import {
  ownHasHealthConsentQuery,
  ownLatestAssessmentQuery,
} from '#server/features/assessment/reads.ts';
import { ownCompletedSessionIdsQuery } from '#server/features/player/reads.ts';
import { selfRatings } from '#server/features/player/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import { lessons, lessonTexts, programEvents, programs, programTexts } from './table.ts';

/** SQL: a program's place in the order, as set in the studio or else in the content folder. */
export const PROGRAM_POSITION_SQL = sql<number>`coalesce(${programs.studioPosition}, ${programs.position})`;

/** Returns the programs on show in one language, in order. */
function listPrograms(db: Database, language: Language) {
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
    .where(isNull(programs.unpublishedAt))
    .orderBy(PROGRAM_POSITION_SQL, asc(programs.id));
}

/** Returns the published lessons of these programs, in order; lessons whose session is unpublished are left out. */
export async function listPublishedLessons(db: Database, language: Language, programIds: string[]) {
  if (programIds.length === 0) return [];
  const rows = await db
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
      dose: lessons.dose,
    })
    .from(lessons)
    .innerJoin(
      lessonTexts,
      and(eq(lessonTexts.lessonId, lessons.id), eq(lessonTexts.language, language)),
    )
    .innerJoin(contents, and(eq(contents.id, lessons.contentId), isNull(contents.unpublishedAt)))
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .where(and(inArray(lessons.programId, programIds), isNull(lessons.unpublishedAt)))
    .orderBy(asc(lessons.programId), asc(lessons.position));
  return rows.map(({ addedAt, ...row }) => ({ ...row, addedAt: addedAt.toISOString() }));
}

/** Loads the published programs in one language, in order, each with its published lessons. */
export async function listPublishedPrograms(db: Database, language: Language) {
  const shown = await listPrograms(db, language);
  const ids = shown.map(({ id }) => id);
  const ofProgram = Map.groupBy(
    await listPublishedLessons(db, language, ids),
    ({ programId }) => programId,
  );
  return shown.map((program) => ({ ...program, lessons: ofProgram.get(program.id) ?? [] }));
}

const MAX_EVENTS = 20_000;

type EventRow = Omit<typeof programEvents.$inferSelect, 'userId' | 'programId' | 'receivedAt'>;

const eventFields = {
  id: programEvents.id,
  type: programEvents.type,
  lessonId: programEvents.lessonId,
  note: programEvents.note,
  at: programEvents.at,
};

/** Converts a row of an event; the table holds that it has a lesson unless it is a start. */
const toEvent = ({ id, type, lessonId, note, at }: EventRow) =>
  ({ id, type, lessonId, note, at: at.toISOString() }) as ProgramEvent;

/** Selects the caller's program events, the oldest first, grouped by program id; only those that match `also`. */
function selectEvents(also: SQL): OwnDataQuery<Map<string, ProgramEvent[]>> {
  const rows = buildOwnRowsQuery(
    { programId: programEvents.programId, ...eventFields },
    sql`from ${programEvents} where ${programEvents.userId} = ${users.id} ${also}
      order by ${programEvents.at} limit ${sql.raw(String(MAX_EVENTS))}`,
  );
  return {
    ...rows,
    decode: (json) => {
      const events = new Map<string, ProgramEvent[]>();
      for (const row of rows.decode(json)) {
        const ofProgram = events.get(row.programId) ?? [];
        ofProgram.push(toEvent(row));
        events.set(row.programId, ofProgram);
      }
      return events;
    },
  };
}

/** Own rows: the version of what is published, and the caller's latest assessment and program events. */
export const ownDataForAllProgramsQuery = combineOwnDataQueries({
  version: libraryVersionQuery,
  assessment: ownLatestAssessmentQuery,
  events: selectEvents(sql``),
});

const ofProgram = sql`${sql.placeholder('programId')}::uuid`;

/** Maximum number of self-ratings read for one program: its sessions, gone through some twenty times each. */
const MAX_SELF_RATINGS = 2_000;

/**
 * Own rows: the version of what is published, and the caller's events in the program `programId`. `selfRatings` are
 * those given in its sessions, the latest first, which count only with `consent`; `completed` are the ids of all
 * sessions ever finished.
 */
export const ownDataForOneProgramQuery = combineOwnDataQueries({
  version: libraryVersionQuery,
  events: selectEvents(sql`and ${programEvents.programId} = ${ofProgram}`),
  consent: ownHasHealthConsentQuery,
  completed: ownCompletedSessionIdsQuery,
  selfRatings: buildOwnRowsQuery(
    {
      contentId: selfRatings.contentId,
      cue: selfRatings.cue,
      name: selfRatings.name,
      value: selfRatings.value,
      ratedAt: selfRatings.ratedAt,
    },
    sql`from ${selfRatings} where ${selfRatings.userId} = ${users.id} and ${selfRatings.contentId} in
      (select ${lessons.contentId} from ${lessons} where ${lessons.programId} = ${ofProgram} and ${lessons.unpublishedAt} is null)
      order by ${selfRatings.ratedAt} desc limit ${sql.raw(String(MAX_SELF_RATINGS))}`,
  ),
});
export type OwnDataForOneProgram = OwnDataOf<typeof ownDataForOneProgramQuery>;

/** Returns what a person has done in one program (lessons completed, tasks ticked), as events, the oldest first. */
export async function listProgramEvents(db: Database, userId: string, programId: string) {
  const rows = await db
    .select(eventFields)
    .from(programEvents)
    .where(and(eq(programEvents.userId, userId), eq(programEvents.programId, programId)))
    .orderBy(asc(programEvents.at))
    .limit(MAX_EVENTS);
  return rows.map(toEvent);
}

/** Returns whether a program exists and, if `lessonId` is given, has or once had that lesson; unpublished ones count. */
export async function doesProgramExistWithLesson(
  db: Database,
  programId: string,
  lessonId: string | null,
) {
  const [found] =
    lessonId === null
      ? await db.select({ id: programs.id }).from(programs).where(eq(programs.id, programId))
      : await db
          .select({ id: lessons.id })
          .from(lessons)
          .where(and(eq(lessons.id, lessonId), eq(lessons.programId, programId)));
  return found !== undefined;
}

/** Returns, by slug, the stored hashes of the source files of the published starter programs, to detect changes. */
export async function readStarterProgramSourceHashes(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({ slug: programs.slug, sourceHash: programs.sourceHash })
    .from(programs)
    .where(
      and(
        eq(programs.origin, 'starter'),
        isNull(programs.unpublishedAt),
        isNotNull(programs.sourceHash),
      ),
    );
  return new Map(rows.map((row) => [row.slug, row.sourceHash ?? '']));
}

/** Returns the slugs of the programs that an admin has edited in the studio, which imports must not change any more. */
export async function listStudioEditedProgramSlugs(db: Database): Promise<Set<string>> {
  const rows = await db
    .select({ slug: programs.slug })
    .from(programs)
    .where(eq(programs.origin, 'studio'));
  return new Set(rows.map(({ slug }) => slug));
}
