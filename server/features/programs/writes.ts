import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { insertUnlessStored } from '#server/db/last-write-wins.ts';
import { clampFarFutureToNow } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { LessonDose } from '#shared/rules/lesson-dose.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import { doesProgramExistWithLesson } from './reads.ts';
import { lessons, lessonTexts, programEvents, programs, programTexts } from './table.ts';

export interface ImportedProgram {
  id: string;
  slug: string;
  position: number;
  areas: FearArea[];
  sourceHash: string;
  texts: { language: Language; title: string; summary: string; about: string }[];
  lessons: {
    id: string;
    contentId: string;
    dose: LessonDose | null;
    texts: { language: Language; title: string; introduction: string; task: string }[];
  }[];
}

/**
 * Stores what a person has done in a program as an event; idempotent by id. Events of unpublished lessons and programs
 * are stored too.
 * @throws program_not_found (no such program, or it never had that lesson); conflict (the id belongs to another event)
 */
export async function recordProgramEvent(
  db: Database,
  userId: string,
  programId: string,
  event: ProgramEvent,
  now: Date,
) {
  const lessonId = event.type === 'started' ? null : event.lessonId;
  if (!(await doesProgramExistWithLesson(db, programId, lessonId)))
    throw new AppError('program_not_found');
  const { id, type } = event;
  const note = event.type === 'task_ticked' ? event.note : null;
  const rowAt = (receivedAt: Date) => ({
    userId,
    programId,
    id,
    type,
    lessonId,
    note,
    receivedAt,
    at: clampFarFutureToNow(new Date(event.at), receivedAt),
  });
  await db.transaction((tx) => insertUnlessStored(tx, programEvents, rowAt, now));
}

/** Inserts or overwrites a starter program and publishes it; lessons that it no longer has are unpublished. */
export async function saveAndPublishStarterProgram(db: Database, program: ImportedProgram) {
  const { id, slug, position, areas, sourceHash, texts } = program;
  const row = {
    slug,
    position,
    areas,
    sourceHash,
    origin: 'starter' as const,
    unpublishedAt: null,
  };
  await db
    .insert(programs)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: programs.id, set: row });
  for (const { language, ...words } of texts) {
    await db
      .insert(programTexts)
      .values({ programId: id, language, ...words })
      .onConflictDoUpdate({ target: [programTexts.programId, programTexts.language], set: words });
  }
  for (const [index, lesson] of program.lessons.entries()) await saveLesson(db, id, index, lesson);
  const keep = program.lessons.map((lesson) => lesson.id);
  await db
    .update(lessons)
    .set({ unpublishedAt: new Date() })
    .where(
      and(
        eq(lessons.programId, id),
        isNull(lessons.unpublishedAt),
        keep.length > 0 ? notInArray(lessons.id, keep) : undefined,
      ),
    );
}

async function saveLesson(
  db: Database,
  programId: string,
  position: number,
  { texts, ...lesson }: ImportedProgram['lessons'][number],
) {
  const place = { position, dose: lesson.dose, unpublishedAt: null };
  // A restored lesson is new for people who completed the program without it.
  const addedAt = sql`case when ${lessons.unpublishedAt} is null then ${lessons.addedAt} else now() end`;
  await db
    .insert(lessons)
    .values({ ...lesson, programId, ...place })
    .onConflictDoUpdate({ target: lessons.id, set: { ...place, addedAt } });
  for (const { language, ...words } of texts) {
    await db
      .insert(lessonTexts)
      .values({ lessonId: lesson.id, language, ...words })
      .onConflictDoUpdate({ target: [lessonTexts.lessonId, lessonTexts.language], set: words });
  }
}

/** Unpublishes the starter programs whose ids are not in `keep`; people's events stay. */
export async function unpublishStarterProgramsExcept(db: Database, keep: string[]) {
  await db
    .update(programs)
    .set({ unpublishedAt: new Date(), sourceHash: null })
    .where(
      and(
        eq(programs.origin, 'starter'),
        isNull(programs.unpublishedAt),
        keep.length > 0 ? notInArray(programs.id, keep) : undefined,
      ),
    );
}
