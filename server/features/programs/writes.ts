import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { notAhead } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { ProgramEvent } from '#shared/rules/program-progress.ts';
import { knowsLesson } from './reads.ts';
import { lessons, lessonTexts, programEvents, programs, programTexts } from './table.ts';

export interface ImportedProgram {
  id: string;
  slug: string;
  position: number;
  sourceHash: string;
  texts: { language: Language; title: string; summary: string; about: string }[];
  /** In the order of the program. */
  lessons: {
    id: string;
    contentId: string;
    texts: { language: Language; title: string; introduction: string; task: string }[];
  }[];
}

/**
 * Appends what a person did. Sent again, it changes nothing. What was done with a lesson or a program
 * that was withdrawn meanwhile is kept all the same.
 * @throws program_not_found when there was never such a program, or no such lesson in it; conflict when
 *   the id names another event.
 */
export async function recordEvent(
  db: Database,
  userId: string,
  programId: string,
  event: ProgramEvent,
  now: Date,
) {
  const lessonId = event.type === 'started' ? null : event.lessonId;
  if (!(await knowsLesson(db, programId, lessonId))) throw new AppError('program_not_found');
  const { id, type } = event;
  const note = event.type === 'task_ticked' ? event.note : null;
  const at = new Date(event.at);
  const said = { programId, type, lessonId, note };
  const appended = await db
    .insert(programEvents)
    .values({ ...said, userId, id, at: notAhead(at, now), receivedAt: now })
    .onConflictDoNothing({ target: [programEvents.userId, programEvents.id] })
    .returning({ id: programEvents.id });
  if (appended.length > 0) return;
  const [stored] = await db
    .select()
    .from(programEvents)
    .where(and(eq(programEvents.userId, userId), eq(programEvents.id, id)));
  if (stored && !isSame(stored, { ...said, at })) throw new AppError('conflict');
}

type Said = Pick<
  typeof programEvents.$inferSelect,
  'programId' | 'type' | 'lessonId' | 'note' | 'at'
>;

/** Whether an event sent again is the one stored. An instant that was bounded when it came counts as equal. */
function isSame(stored: typeof programEvents.$inferSelect, sent: Said): boolean {
  return (
    sent.programId === stored.programId &&
    sent.type === stored.type &&
    sent.lessonId === stored.lessonId &&
    sent.note === stored.note &&
    notAhead(sent.at, stored.receivedAt).getTime() === stored.at.getTime()
  );
}

/** Writes a starter program over what was there; lessons it no longer has are withdrawn. */
export async function saveProgram(db: Database, program: ImportedProgram) {
  const { id, slug, position, sourceHash, texts } = program;
  const row = { slug, position, sourceHash, origin: 'starter' as const, withdrawnAt: null };
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
    .set({ withdrawnAt: new Date() })
    .where(
      and(
        eq(lessons.programId, id),
        isNull(lessons.withdrawnAt),
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
  const place = { position, withdrawnAt: null };
  // A lesson that comes back is new to whoever finished the program without it.
  const addedAt = sql`case when ${lessons.withdrawnAt} is null then ${lessons.addedAt} else now() end`;
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

/** Withdraws the starter programs that are not among `keep`; what people did in them stays. */
export async function withdrawPrograms(db: Database, keep: string[]) {
  await db
    .update(programs)
    .set({ withdrawnAt: new Date(), sourceHash: null })
    .where(
      and(
        eq(programs.origin, 'starter'),
        isNull(programs.withdrawnAt),
        keep.length > 0 ? notInArray(programs.id, keep) : undefined,
      ),
    );
}
